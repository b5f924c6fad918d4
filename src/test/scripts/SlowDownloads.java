import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Many clients that download a file of 1 GiB slowly at once, from {@code java -jar ringer.jar} in a heap of 64 MiB: each must
 * get bytes in every round, another client must be served beside them, and the server must say nothing.
 *
 * <pre>java src/test/scripts/SlowDownloads.java target/ringer.jar [clients [seconds [java of the server]]]</pre>
 */
class SlowDownloads {
    private static final long SIZE = 1L << 30;
    private static final int BYTES_PER_ROUND = 16 << 10;

    private static final class Client {
        final SocketChannel channel;
        long received;
        int roundsWithout;

        Client(int port) throws IOException {
            channel = SocketChannel.open();
            channel.socket().setReceiveBufferSize(16 << 10); // little of the file is on its way at any time
            channel.connect(new InetSocketAddress("127.0.0.1", port));
            channel.write(ByteBuffer.wrap(
                    "GET /sparse.bin HTTP/1.1\r\nHost: test\r\n\r\n".getBytes(StandardCharsets.US_ASCII)));
            channel.configureBlocking(false);
        }
    }

    public static void main(String[] args) throws Exception {
        int clients = args.length > 1 ? Integer.parseInt(args[1]) : 1000;
        int seconds = args.length > 2 ? Integer.parseInt(args[2]) : 15;
        String java = args.length > 3 ? args[3] : Path.of(System.getProperty("java.home"), "bin", "java").toString();
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
        Process server = new ProcessBuilder(
                        java, "-Xmx64m", "-jar", args[0], "-d", folder.toString(), "-p", "" + port, "-o", "none")
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
        List<Client> clients = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            clients.add(new Client(port));
        }
        ByteBuffer buffer = ByteBuffer.allocateDirect(BYTES_PER_ROUND);
        HttpClient beside = HttpClient.newHttpClient();
        HttpRequest small =
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/small.txt")).build();
        long slowest = 0;
        int broken = 0;
        for (int round = 0; round < seconds; round++) {
            long start = System.nanoTime();
            for (Client client : clients) {
                int read = client.channel.read(buffer.clear());
                broken += read < 0 ? 1 : 0;
                client.received += Math.max(0, read);
                client.roundsWithout += read == 0 ? 1 : 0;
            }
            long asked = System.nanoTime();
            String text = beside.send(small, BodyHandlers.ofString()).body();
            slowest = Math.max(slowest, System.nanoTime() - asked);
            if (!text.equals("small")) {
                throw new IllegalStateException("beside the downloads: " + text);
            }
            TimeUnit.NANOSECONDS.sleep(TimeUnit.SECONDS.toNanos(1) - (System.nanoTime() - start));
        }
        System.out.printf(
                "%d clients, %d s: %d broken; least received %d KiB, all together %d MiB; most rounds without a byte %d;"
                        + " slowest small answer beside them %d ms; %s%n",
                count,
                seconds,
                broken,
                clients.stream().mapToLong(client -> client.received).min().orElse(0) >> 10,
                clients.stream().mapToLong(client -> client.received).sum() >> 20,
                clients.stream().mapToInt(client -> client.roundsWithout).max().orElse(0),
                slowest / 1_000_000,
                memory(pid));
        for (Client client : clients) {
            client.channel.close();
        }
    }

    private static String memory(long pid) throws IOException {
        return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
                .filter(line -> line.startsWith("VmRSS") || line.startsWith("Threads"))
                .map(line -> line.replaceAll("\\s+", " "))
                .reduce((a, b) -> a + ", " + b)
                .orElse("");
    }
}
