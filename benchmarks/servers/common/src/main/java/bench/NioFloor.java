package bench;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/**
 * The floor: no HTTP at all. Counts blank lines in what it reads and writes that many copies of one
 * constant response. What a Java NIO server could reach at best on this machine, not a server.
 * System property loops: 1 (accept and I/O in one thread) or more (loop 0 accepts and hands out).
 * System property executor: none, fixed (2 x CPUs threads), cached or virtual: each read is answered by a task
 * of its own, which is the bare price of handing a request to an executor.
 */
public final class NioFloor {
    private static volatile byte[] response = build();

    private static byte[] build() {
        return ("HTTP/1.1 200 OK\r\nDate: " + Dates.now()
                + "\r\nContent-Length: 13\r\n\r\nHello, World!").getBytes(StandardCharsets.US_ASCII);
    }

    private static final Executor EXECUTOR = executor(System.getProperty("executor", "none"));
    private static final Queue<ByteBuffer> BUFFERS = new ConcurrentLinkedQueue<>();

    private static Executor executor(String kind) {
        try {
            return switch (kind) {
                case "none" -> null;
                case "fixed" -> Executors.newFixedThreadPool(2 * Runtime.getRuntime().availableProcessors());
                case "cached" -> Executors.newCachedThreadPool();
                case "virtual" -> (Executor) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
                default -> throw new IllegalArgumentException(kind);
            };
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static final class Conn {
        int state; // how much of CR LF CR LF has been seen
        ByteBuffer pending;
    }

    /** Answers from a task: small writes only, which a loopback socket takes whole. */
    private static void answer(SocketChannel c, int requests) {
        ByteBuffer b = BUFFERS.poll();
        if (b == null) {
            b = ByteBuffer.allocateDirect(8 * 1024);
        }
        try {
            b.clear();
            byte[] r = response;
            for (int i = 0; i < requests; i++) {
                b.put(r);
            }
            b.flip();
            while (b.hasRemaining()) {
                c.write(b);
            }
        } catch (IOException e) {
            try {
                c.close();
            } catch (IOException ignored) {
                // closed is all we want
            }
        } finally {
            BUFFERS.add(b);
        }
    }

    private static final class Loop implements Runnable {
        final Selector selector = Selector.open();
        final Queue<SocketChannel> incoming = new ConcurrentLinkedQueue<>();
        final ByteBuffer in = ByteBuffer.allocateDirect(64 * 1024);
        final ByteBuffer out = ByteBuffer.allocateDirect(256 * 1024);
        final byte[] scan = new byte[64 * 1024];
        Loop[] all;
        int next;

        Loop() throws IOException {}

        @Override
        public void run() {
            try {
                while (true) {
                    selector.select(this::ready);
                    SocketChannel c;
                    while ((c = incoming.poll()) != null) {
                        c.register(selector, SelectionKey.OP_READ, new Conn());
                    }
                }
            } catch (IOException e) {
                throw new RuntimeException(e);
            }
        }

        void ready(SelectionKey key) {
            try {
                if (key.isAcceptable()) {
                    SocketChannel c;
                    while ((c = ((ServerSocketChannel) key.channel()).accept()) != null) {
                        c.configureBlocking(false);
                        c.setOption(StandardSocketOptions.TCP_NODELAY, true);
                        Loop to = all[next++ % all.length];
                        if (to == this) {
                            c.register(selector, SelectionKey.OP_READ, new Conn());
                        } else {
                            to.incoming.add(c);
                            to.selector.wakeup();
                        }
                    }
                    return;
                }
                Conn conn = (Conn) key.attachment();
                SocketChannel c = (SocketChannel) key.channel();
                if (conn.pending != null) {
                    c.write(conn.pending);
                    if (conn.pending.hasRemaining()) {
                        return;
                    }
                    conn.pending = null;
                    key.interestOps(SelectionKey.OP_READ);
                }
                in.clear();
                int n = c.read(in);
                if (n < 0) {
                    c.close();
                    return;
                }
                in.flip();
                in.get(scan, 0, n);
                int state = conn.state;
                int requests = 0;
                for (int i = 0; i < n; i++) {
                    byte b = scan[i];
                    if (b == '\n') {
                        if (state == 3) {
                            requests++;
                            state = 0;
                        } else {
                            state = state == 1 ? 2 : 0;
                        }
                    } else if (b == '\r') {
                        state = state == 2 ? 3 : 1;
                    } else {
                        state = 0;
                    }
                }
                conn.state = state;
                if (requests == 0) {
                    return;
                }
                if (EXECUTOR != null) {
                    int answers = requests;
                    EXECUTOR.execute(() -> answer(c, answers));
                    return;
                }
                out.clear();
                byte[] r = response;
                for (int i = 0; i < requests; i++) {
                    out.put(r);
                }
                out.flip();
                c.write(out);
                if (out.hasRemaining()) {
                    conn.pending = ByteBuffer.allocate(out.remaining()).put(out).flip();
                    key.interestOps(SelectionKey.OP_WRITE);
                }
            } catch (IOException e) {
                try {
                    key.channel().close();
                } catch (IOException ignored) {
                    // closed is all we want
                }
            }
        }
    }

    public static void main(String[] args) throws Exception {
        int n = Integer.getInteger("loops", 1);
        Loop[] all = new Loop[n];
        for (int i = 0; i < n; i++) {
            all[i] = new Loop();
            all[i].all = all;
        }
        ServerSocketChannel s = ServerSocketChannel.open();
        s.bind(new InetSocketAddress("127.0.0.1", Integer.getInteger("port")), 1024);
        s.configureBlocking(false);
        s.register(all[0].selector, SelectionKey.OP_ACCEPT);
        for (int i = 0; i < n; i++) {
            new Thread(all[i], "loop-" + i).start();
        }
        Admin.start();
        System.out.println("READY");
        while (true) {
            Thread.sleep(500);
            response = build();
        }
    }
}
