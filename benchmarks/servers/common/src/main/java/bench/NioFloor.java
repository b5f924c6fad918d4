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
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * The floor: no HTTP at all. Counts blank lines in what it reads and writes that many copies of one
 * constant response. What a Java NIO server could reach at best on this machine, not a server.
 * System property loops: 1 (accept and I/O in one thread) or more (loop 0 accepts and hands out).
 * System property executor: none, fixed (2 x CPUs threads), fixed16, cached or virtual: each read is answered by a
 * task of its own, which is the bare price of handing a request to an executor. System property handover: request (as
 * just said); loop (a task drives the loop, and answers one request after the other, until nothing is ready for the time
 * of the system property linger, in microseconds; the loop thread takes the loop back from a task that is held up for a
 * millisecond); batch (one task for each selection starts the tasks of its requests); chain (a task drives the loop, but
 * each answer ends it, and the next task goes on). A request for a path that begins with a b holds its thread for 20 ms.
 */
public final class NioFloor {
    private static volatile byte[] response = build();

    private static byte[] build() {
        return ("HTTP/1.1 200 OK\r\nDate: " + Dates.now() + "\r\nContent-Length: 13\r\n\r\nHello, World!")
                .getBytes(StandardCharsets.US_ASCII);
    }

    private static final Executor EXECUTOR = executor(System.getProperty("executor", "none"));
    private static final String HANDOVER = System.getProperty("handover", "request");
    private static final boolean MOVES = HANDOVER.equals("loop") || HANDOVER.equals("chain");
    private static final long LINGER_MICROS = Long.getLong("linger", 0);
    private static final long TICK_NANOS = Long.getLong("tick", 500) * 1000;
    private static final long PATIENCE_NANOS = 1_000_000;
    private static final long SLOW_NANOS = 100_000; // a mean time of the last handlers with which the loop stays
    private static final Queue<ByteBuffer> BUFFERS = new ConcurrentLinkedQueue<>();

    private static Executor executor(String kind) {
        try {
            return switch (kind) {
                case "none" -> null;
                case "fixed16" -> Executors.newFixedThreadPool(16);
                case "fixed" ->
                    Executors.newFixedThreadPool(2 * Runtime.getRuntime().availableProcessors());
                case "cached" -> Executors.newCachedThreadPool();
                case "virtual" ->
                    (Executor) Executors.class
                            .getMethod("newVirtualThreadPerTaskExecutor")
                            .invoke(null);
                default -> throw new IllegalArgumentException(kind);
            };
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static final class Conn {
        int state; // how much of CR LF CR LF has been seen
        boolean blocks; // whether the last request asked for a thread to be held
        ByteBuffer pending;
    }

    /** Answers from a task: small writes only, which a loopback socket takes whole. */
    private static void answer(SocketChannel c, int requests, boolean blocks) {
        if (blocks) {
            LockSupport.parkNanos(20_000_000);
        }
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

        // whether the loop thread drives the loop, and if not, what has become of the task that was given to drive it
        static final int OWN = 0;
        static final int OFFERED = 1;
        static final int MOVED = 2;
        static final int HANDLING = 3;
        final AtomicInteger driver = new AtomicInteger(); // one of these, plus four times the number of offers
        int offers;
        final ArrayDeque<SelectionKey> reported = new ArrayDeque<>();
        final List<Runnable> batch = new ArrayList<>();
        volatile int entered;
        volatile long meanNanos; // of the last handlers, moving
        Thread thread;

        Loop() throws IOException {}

        /** The loop, driven by a task of the executor. */
        void drive(int offer) {
            if (!driver.compareAndSet(offer | OFFERED, offer | MOVED)) {
                return;
            }
            boolean chain = HANDOVER.equals("chain");
            try {
                do {
                    for (SelectionKey key; (key = reported.poll()) != null; ) {
                        int before = entered;
                        ready(key);
                        if (entered != before) {
                            if (driver.get() != (offer | MOVED)) {
                                return;
                            }
                            if (chain) {
                                driver.set(offer | OFFERED);
                                EXECUTOR.execute(() -> drive(offer));
                                return;
                            }
                        }
                    }
                } while (selector.selectNow(reported::add) > 0 || linger());
            } catch (IOException e) {
                throw new RuntimeException(e);
            }
            driver.set(OWN);
            LockSupport.unpark(thread);
        }

        boolean linger() throws IOException {
            if (LINGER_MICROS >= 1000) {
                return selector.select(reported::add, LINGER_MICROS / 1000) > 0;
            }
            long end = System.nanoTime() + LINGER_MICROS * 1000;
            while (LINGER_MICROS > 0 && System.nanoTime() < end) {
                Thread.yield();
                if (selector.selectNow(reported::add) > 0) {
                    return true;
                }
            }
            return false;
        }

        /** Answers one connection inside the task that drives; another thread may drive when this returns. */
        void answerMoved(SocketChannel c, int answers, boolean blocks) {
            long begun = System.nanoTime();
            int moved = driver.get();
            int handling = moved & ~3 | HANDLING;
            driver.set(handling);
            entered++;
            answer(c, answers, blocks);
            note(System.nanoTime() - begun);
            driver.compareAndSet(handling, moved);
        }

        void note(long nanos) {
            meanNanos += (nanos - meanNanos) / 64;
        }

        /** Waits until the loop is this thread's again, and takes it from a task that does not begin or is held up. */
        void watch() {
            int seen = -1;
            long since = 0;
            boolean begun = false;
            while (driver.get() != OWN) {
                LockSupport.parkNanos(TICK_NANOS);
                int now = driver.get();
                if ((now & 3) == OFFERED && !HANDOVER.equals("chain")) {
                    if (begun) {
                        driver.compareAndSet(now, OWN);
                    }
                    begun = true;
                } else if ((now & 3) == HANDLING && entered == seen) {
                    if (System.nanoTime() - since >= PATIENCE_NANOS) {
                        driver.compareAndSet(now, OWN);
                    }
                } else {
                    seen = entered;
                    since = System.nanoTime();
                }
            }
        }

        void turn() throws IOException {
            if (!MOVES) {
                selector.select(this::ready);
                if (batch.size() == 1) {
                    EXECUTOR.execute(batch.get(0));
                    batch.clear();
                } else if (!batch.isEmpty()) {
                    Runnable[] tasks = batch.toArray(Runnable[]::new);
                    batch.clear();
                    EXECUTOR.execute(() -> {
                        for (int i = 1; i < tasks.length; i++) {
                            EXECUTOR.execute(tasks[i]);
                        }
                        tasks[0].run();
                    });
                }
                return;
            }
            selector.select(reported::add);
            if (incoming.isEmpty()
                    && !reported.isEmpty()
                    && !reported.peek().isAcceptable()
                    && meanNanos < SLOW_NANOS) {
                offers += 4;
                int offer = offers;
                driver.set(offer | OFFERED);
                EXECUTOR.execute(() -> drive(offer));
                watch();
            }
            for (SelectionKey key; (key = reported.poll()) != null; ) {
                ready(key);
            }
        }

        @Override
        public void run() {
            thread = Thread.currentThread();
            try {
                while (true) {
                    turn();
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
                conn.blocks = n > 5 && scan[5] == 'b';
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
                    boolean blocks = conn.blocks;
                    if (driver.get() != OWN) {
                        answerMoved(c, answers, blocks);
                    } else if (HANDOVER.equals("batch")) {
                        batch.add(() -> answer(c, answers, blocks));
                    } else if (MOVES) {
                        EXECUTOR.execute(() -> {
                            long begun = System.nanoTime();
                            answer(c, answers, blocks);
                            note(System.nanoTime() - begun); // a lost update does not matter
                        });
                    } else {
                        EXECUTOR.execute(() -> answer(c, answers, blocks));
                    }
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
