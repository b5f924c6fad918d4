package dev.ringer.multipart;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.ringer.testkit.SystemProperties;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/**
 * Uploads a large file through an exchange to the disk, with the form reader and, for comparison, without parsing.
 *
 * <p>The following command uploads 5 GiB in a heap of 64 MiB:
 * {@code java -Xmx64m -cp target/classes:target/test-classes dev.ringer.multipart.LargeUpload 5 target}.
 */
final class LargeUpload implements AutoCloseable {
    private static final int BLOCK = 64 << 10;
    private static final String BOUNDARY = "----WebKitFormBoundaryABCDEFGH12345678";
    private static final byte[] BEFORE = Bodies.latin("--" + BOUNDARY
            + "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"large.bin\"\r\n"
            + "Content-Type: application/octet-stream\r\n\r\n");
    private static final byte[] AFTER = Bodies.latin("\r\n--" + BOUNDARY + "--\r\n");

    private final HttpServer server;
    private final Path file;

    LargeUpload(Path directory) throws IOException {
        file = directory.resolve("uploaded");
        try (SystemProperties ignored = SystemProperties.none()) {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        }
        server.createContext("/parsed", exchange -> handle(exchange, this::saveParsed));
        server.createContext("/unparsed", exchange -> handle(exchange, this::saveUnparsed));
        server.start();
    }

    private interface Saver {
        void save(HttpExchange exchange) throws IOException;
    }

    private static void handle(HttpExchange exchange, Saver saver) throws IOException {
        try (exchange) {
            saver.save(exchange);
            exchange.sendResponseHeaders(204, -1);
        }
    }

    private void saveParsed(HttpExchange exchange) throws IOException {
        FormOptions options = FormOptions.builder()
                .maxFileBytes(Long.MAX_VALUE)
                .maxTotalBytes(Long.MAX_VALUE)
                .build();
        FormReader form = FormReader.of(exchange, options);
        try (OutputStream out = Files.newOutputStream(file)) {
            form.next().stream().transferTo(out);
        }
        if (form.next() != null) {
            throw new IOException("more than one part");
        }
    }

    private void saveUnparsed(HttpExchange exchange) throws IOException {
        byte[] buffer = new byte[BLOCK];
        InputStream in = exchange.getRequestBody();
        try (OutputStream out = Files.newOutputStream(file)) {
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                out.write(buffer, 0, count);
            }
        }
    }

    /** Uploads the file and deletes it. Returns the seconds until the response arrived. */
    double upload(boolean parsed, long size) throws IOException {
        byte[] block = new byte[BLOCK];
        new Random(1).nextBytes(block);
        long start = System.nanoTime();
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), server.getAddress().getPort())) {
            OutputStream out = new BufferedOutputStream(socket.getOutputStream(), BLOCK);
            out.write(Bodies.latin("POST /" + (parsed ? "parsed" : "unparsed") + " HTTP/1.1\r\nHost: localhost\r\n"
                    + "Content-Type: multipart/form-data; boundary=" + BOUNDARY + "\r\nContent-Length: "
                    + (BEFORE.length + size + AFTER.length) + "\r\n\r\n"));
            out.write(BEFORE);
            for (long sent = 0; sent < size; sent += block.length) {
                out.write(block, 0, (int) Math.min(block.length, size - sent));
            }
            out.write(AFTER);
            out.flush();
            byte[] status = socket.getInputStream().readNBytes(12);
            if (status.length < 12 || status[9] != '2') {
                throw new IOException("refused");
            }
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        long expected = parsed ? size : BEFORE.length + size + AFTER.length;
        if (Files.size(file) != expected) {
            throw new IOException("uploaded " + Files.size(file) + " bytes of " + expected);
        }
        Files.delete(file);
        return seconds;
    }

    @Override
    public void close() {
        server.stop(0);
    }

    /** Takes the size in GiB and the directory to write to. */
    public static void main(String[] arguments) throws IOException {
        long size = Long.parseLong(arguments[0]) << 30;
        Path directory = Files.createTempDirectory(Path.of(arguments[1]), "large-upload");
        try (LargeUpload upload = new LargeUpload(directory)) {
            for (int round = 0; round < 3; round++) {
                double unparsed = upload.upload(false, size);
                double parsed = upload.upload(true, size);
                System.out.printf(
                        "unparsed %.0f MB/s, parsed %.0f MB/s: %.2f, in a heap of %d MiB%n",
                        size / unparsed / 1e6,
                        size / parsed / 1e6,
                        unparsed / parsed,
                        Runtime.getRuntime().maxMemory() >> 20);
            }
        } finally {
            Files.delete(directory);
        }
    }
}
