package dev.ringer.example.forms;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.ringer.multipart.FormException;
import dev.ringer.multipart.FormOptions;
import dev.ringer.multipart.FormPart;
import dev.ringer.multipart.FormReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A page to upload files on, which shows the progress, and then each file's size and digest.
 *
 * <p>The files are read as streams and kept nowhere, so that memory stays the same however large they are. What the
 * client calls them is shown, escaped, and used for nothing else. Works without a script too, but for the progress.
 */
public final class UploadPage implements HttpHandler {
    private static final String HTML = "text/html; charset=utf-8";

    private static final long LARGEST = 16L << 30;

    private final FormOptions options;

    /** Makes the handler for files of any usual size: the example application finds it as a service. */
    public UploadPage() {
        this(FormOptions.builder().maxFileBytes(LARGEST).maxTotalBytes(LARGEST).build());
    }

    /**
     * Makes the handler.
     *
     * @param options how much may be uploaded
     */
    public UploadPage(FormOptions options) {
        this.options = options;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            switch (exchange.getRequestMethod()) {
                case "GET", "HEAD" -> send(exchange, 200, page());
                case "POST" -> receive(exchange);
                default -> {
                    exchange.getResponseHeaders().set("Allow", "GET, HEAD, POST");
                    exchange.sendResponseHeaders(405, -1);
                }
            }
        }
    }

    private void receive(HttpExchange exchange) throws IOException {
        try {
            send(exchange, 200, list(FormReader.of(exchange, options)).getBytes(StandardCharsets.UTF_8));
        } catch (FormException e) {
            send(exchange, e.status(), ("<p>" + e.getMessage() + "</p>").getBytes(StandardCharsets.UTF_8));
        }
    }

    private static String list(FormReader form) throws IOException {
        StringBuilder list = new StringBuilder();
        String note = "";
        for (FormPart part = form.next(); part != null; part = form.next()) {
            if (part.isFile()) {
                appendRow(list, part);
            } else if (part.name().equals("note")) {
                note = part.text();
            }
        }
        return "<table><caption>" + escape(note) + "</caption><tr><th>File<th>Type<th>Bytes<th>SHA-256</tr>" + list
                + "</table>";
    }

    private static void appendRow(StringBuilder list, FormPart part) throws IOException {
        MessageDigest digest = sha256();
        long size = 0;
        byte[] buffer = new byte[64 << 10];
        InputStream content = part.stream();
        for (int count = content.read(buffer); count >= 0; count = content.read(buffer)) {
            digest.update(buffer, 0, count);
            size += count;
        }
        if (size > 0 || !part.fileName().isEmpty()) {
            list.append("<tr><td>").append(escape(part.fileName()));
            list.append("<td>").append(escape(part.contentType()));
            list.append("<td>").append(size);
            list.append("<td>")
                    .append(HexFormat.of().formatHex(digest.digest()))
                    .append("</tr>");
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }

    private static String escape(String text) {
        return String.valueOf(text)
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    private static byte[] page() throws IOException {
        try (InputStream page = UploadPage.class.getResourceAsStream("upload.html")) {
            return page.readAllBytes();
        }
    }

    private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", HTML);
        exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
        if (exchange.getRequestMethod().equals("HEAD")) {
            exchange.sendResponseHeaders(status, -1);
            return;
        }
        exchange.sendResponseHeaders(status, body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
        }
    }
}
