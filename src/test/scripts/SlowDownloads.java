import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Downloads a file of 1 GiB from {@code java -jar ringer.jar} slowly with many clients at once. Each client must get
 * bytes in every round. Meanwhile, the server must serve another client, and must print nothing.
 *
 * <pre>java [-Dname=value] src/test/scripts/SlowDownloads.java target/ringer.jar [clients [seconds]]</pre>
 *
 * <ul>
 *   <li>{@code kib}: the KiB that each client reads in a second (default: 16)
 *   <li>{@code heap}: the maximum heap of the server (default: 64m)
 *   <li>{@code java}: the {@code java} command for the server (default: the one that runs this program)
 *   <li>{@code certificate}, {@code key}: PEM files; if set, the downloads are over TLS
 * </ul>
 *
 * The server needs two file descriptors for each client, and this program needs one.
 */
class SlowDownloads {
    private static final long SIZE = 1L << 30;
    private static final int BYTES_PER_ROUND = Integer.getInteger("kib", 16) << 10;
    private static final boolean TLS = System.getProperty("certificate") != null;

    private static final class Client {
        final Socket plain = new Socket();
        final Socket socket;
        final InputStream in;
        long received;
        int roundsWithout;
        boolean broken;

        Client(int port, SSLSocketFactory secure) throws IOException {
            plain.setReceiveBufferSize(TLS ? 64 << 10 : 16 << 10); // small, but a TLS record fits
            plain.connect(new InetSocketAddress("127.0.0.1", port));
            socket = TLS ? secure.createSocket(plain, "localhost", port, true) : plain;
            socket.getOutputStream()
                    .write("GET /sparse.bin HTTP/1.1\r\nHost: test\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            socket.setSoTimeout(1000); // ms for the rest of a TLS record
            in = socket.getInputStream();
        }

        /** Reads once if bytes have arrived: at most the bytes of one round. */
        void read(byte[] buffer) {
            try {
                if (in.available() + plain.getInputStream().available() == 0) {
                    roundsWithout++;
                    return;
                }
                int read = in.read(buffer);
                broken |= read < 0;
                received += Math.max(0, read);
            } catch (IOException ended) {
                broken = true;
            }
        }
    }

    public static void main(String[] args) throws Exception {
        int clients = args.length > 1 ? Integer.parseInt(args[1]) : 1000;
        int seconds = args.length > 2 ? Integer.parseInt(args[2]) : 15;
        String java = System.getProperty(
                "java", Path.of(System.getProperty("java.home"), "bin", "java").toString());
        Path folder = Files.createTempDirectory("slow");
        try (var sparse = new java.io.RandomAccessFile(folder.resolve("sparse.bin").toFile(), "rw")) {
            sparse.setLength(SIZE);
        }
        Files.writeString(folder.resolve("small.txt"), "small");
        int port;
        try (var free = new java.net.ServerSocket(0)) {
            port = free.getLocalPort();
        }
        File log = folder.resolve("log").toFile();
        List<String> command = new ArrayList<>(List.of(
                java, "-Xmx" + System.getProperty("heap", "64m"), "-jar", args[0], "-d", folder.toString(), "-p", "" + port,
                "-o", "none"));
        if (TLS) {
            command.addAll(List.of("--cert", System.getProperty("certificate"), "--key", System.getProperty("key")));
        }
        Process server = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log)
                .start();
        try {
            awaitListening(port);
            run(clients, seconds, port, server.pid());
            System.out.println("server said: " + Files.readString(log.toPath()).strip());
        } finally {
            server.destroy();
            server.waitFor(10, TimeUnit.SECONDS);
            for (File file : folder.toFile().listFiles()) {
                file.delete();
            }
            Files.delete(folder);
        }
    }

    private static void awaitListening(int port) throws Exception {
        for (int i = 0; i < 200; i++) {
            try (Socket socket = new Socket("127.0.0.1", port)) {
                return;
            } catch (IOException notYet) {
                TimeUnit.MILLISECONDS.sleep(50);
            }
        }
        throw new IllegalStateException("the server does not listen");
    }

    private static void run(int count, int seconds, int port, long pid) throws Exception {
        SSLContext trusting = trusting();
        HttpClient beside = HttpClient.newBuilder().sslContext(trusting).build();
        HttpRequest small = HttpRequest.newBuilder(
                        URI.create((TLS ? "https" : "http") + "://localhost:" + port + "/small.txt"))
                .build();
        beside.send(small, BodyHandlers.ofString());
        System.out.println("before: " + memory(pid));
        List<Client> clients = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            clients.add(new Client(port, trusting.getSocketFactory()));
        }
        byte[] buffer = new byte[BYTES_PER_ROUND];
        long slowest = 0;
        for (int round = 0; round < seconds; round++) {
            long start = System.nanoTime();
            for (Client client : clients) {
                if (!client.broken) {
                    client.read(buffer);
                }
            }
            long asked = System.nanoTime();
            String text = beside.send(small, BodyHandlers.ofString()).body();
            slowest = Math.max(slowest, System.nanoTime() - asked);
            if (!text.equals("small")) {
                throw new IllegalStateException("beside the downloads: " + text);
            }
            TimeUnit.NANOSECONDS.sleep(Math.max(0, TimeUnit.SECONDS.toNanos(1) - (System.nanoTime() - start)));
        }
        System.out.printf(
                "%d clients, %d s: %d broken; least received %d KiB, all together %d MiB; most rounds without a byte %d;"
                        + " slowest small answer beside them %d ms; %s%n",
                count,
                seconds,
                clients.stream().filter(client -> client.broken).count(),
                clients.stream().mapToLong(client -> client.received).min().orElse(0) >> 10,
                clients.stream().mapToLong(client -> client.received).sum() >> 20,
                clients.stream().mapToInt(client -> client.roundsWithout).max().orElse(0),
                slowest / 1_000_000,
                memory(pid));
        for (Client client : clients) {
            client.socket.close();
        }
    }

    /** Returns a context that trusts every certificate: only the started server can answer on this loopback port. */
    private static SSLContext trusting() throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        TrustManager all = new X509ExtendedTrustManager() {
            @Override
            public void checkClientTrusted(X509Certificate[] chain, String type) {}

            @Override
            public void checkServerTrusted(X509Certificate[] chain, String type) {}

            @Override
            public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

            @Override
            public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

            @Override
            public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

            @Override
            public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

            @Override
            public X509Certificate[] getAcceptedIssuers() {
                return new X509Certificate[0];
            }
        };
        context.init(null, new TrustManager[] {all}, null);
        return context;
    }

    private static String memory(long pid) throws IOException {
        return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
                .filter(line -> line.startsWith("VmRSS") || line.startsWith("Threads"))
                .map(line -> line.replaceAll("\\s+", " "))
                .reduce((a, b) -> a + ", " + b)
                .orElse("");
    }
}
