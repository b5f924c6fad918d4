package dev.ringer.multipart;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Writes forms as browsers do. */
final class MultipartWriter {
    private final String boundary;
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();

    MultipartWriter(String boundary) {
        this.boundary = boundary;
    }

    /** Adds a field, or a file if {@code fileName} is not null. */
    MultipartWriter part(String name, String fileName, byte[] content) {
        write("--" + boundary + "\r\nContent-Disposition: form-data; name=\"" + escape(name) + "\"");
        write(
                fileName == null
                        ? "\r\nContent-Type: text/plain; charset=ISO8859_1"
                        : "; filename=\"" + escape(fileName) + "\"\r\nContent-Type: application/octet-stream");
        write("\r\n\r\n");
        body.writeBytes(content);
        write("\r\n");
        return this;
    }

    byte[] end() {
        write("--" + boundary + "--\r\n");
        return body.toByteArray();
    }

    private void write(String text) {
        body.writeBytes(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String escape(String text) {
        return text.replace("\r", "%0D").replace("\n", "%0A").replace("\"", "%22");
    }
}
