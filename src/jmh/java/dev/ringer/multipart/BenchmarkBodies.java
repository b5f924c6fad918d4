package dev.ringer.multipart;

import dev.ringer.internal.bytes.WordScan;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** The bodies that benchmarks read; the same for every parser. */
public final class BenchmarkBodies {
    static final String BOUNDARY = "----WebKitFormBoundaryABCDEFGH12345678";
    static final String CONTENT_TYPE = "multipart/form-data; boundary=" + BOUNDARY;
    static final int SIZE = 10 << 20;
    static final int PIECE = 64 << 10;

    private BenchmarkBodies() {}

    public static byte[] delimiter() {
        return ("\r\n--" + BOUNDARY).getBytes(StandardCharsets.ISO_8859_1);
    }

    public static byte[] content(String kind) {
        byte[] bytes = new byte[SIZE];
        switch (kind) {
            case "random" -> new Random(1).nextBytes(bytes);
            case "text" -> fill(bytes, "The quick brown fox jumps over the lazy dog, and Rings the Boundary.\r\n");
            case "near64" -> {
                new Random(1).nextBytes(bytes);
                for (int index = 0; index < SIZE; index += 64) {
                    System.arraycopy(delimiter(), 0, bytes, index, 4);
                }
            }
            case "nearOnly" -> fill(bytes, "\r\n--");
            case "cutDelimiters" -> fill(bytes, "\r\n--" + BOUNDARY.substring(0, BOUNDARY.length() - 1));
            default -> throw new IllegalArgumentException(kind);
        }
        return bytes;
    }

    private static void fill(byte[] bytes, String text) {
        for (int index = 0; index < bytes.length; index++) {
            bytes[index] = (byte) text.charAt(index % text.length());
        }
    }

    /** A form of one file. */
    static byte[] onePart(String kind) {
        ByteArrayOutputStream body = new ByteArrayOutputStream(SIZE + 1000);
        write(
                body,
                "--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"file.bin\"\r\n"
                        + "Content-Type: application/octet-stream\r\n\r\n");
        body.writeBytes(content(kind));
        write(body, "\r\n--" + BOUNDARY + "--\r\n");
        return body.toByteArray();
    }

    /** A form and what its boundary is. */
    record SmallForm(String boundary, String contentType, byte[] body) {}

    /** Forms of two to seven fields, every third one with a small file, as Chrome, Firefox and Safari write them. */
    static List<SmallForm> smallForms() {
        Random random = new Random(25);
        List<SmallForm> forms = new ArrayList<>();
        for (int index = 0; index < 25; index++) {
            String boundary = index % 3 == 1
                    ? "---------------------------" + (1_000_000_000_000_000L + random.nextInt())
                    : "----WebKitFormBoundary"
                            + Long.toString(random.nextLong() | 1L << 62, 36).substring(1, 12) + "AbCdE";
            forms.add(new SmallForm(
                    boundary, "multipart/form-data; boundary=" + boundary, smallForm(random, boundary, index)));
        }
        return forms;
    }

    private static byte[] smallForm(Random random, String boundary, int number) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        int fields = 2 + number % 6;
        for (int field = 0; field < fields; field++) {
            write(
                    body,
                    "--" + boundary + "\r\nContent-Disposition: form-data; name=\"field" + field + "\"\r\n\r\n"
                            + "value of the field ".repeat(random.nextInt(4)) + field + "\r\n");
        }
        if (number % 3 == 0) {
            write(
                    body,
                    "--" + boundary + "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"picture.png\"\r\n"
                            + "Content-Type: image/png\r\n\r\n");
            byte[] content = new byte[300 + random.nextInt(700)];
            random.nextBytes(content);
            body.writeBytes(content);
            write(body, "\r\n");
        }
        write(body, "--" + boundary + "--\r\n");
        return body.toByteArray();
    }

    private static void write(ByteArrayOutputStream body, String text) {
        body.writeBytes(text.getBytes(StandardCharsets.UTF_8));
    }

    /** The ceiling: a bare search by words for CR. */
    public static int countCr(byte[] bytes, int length) {
        int count = 0;
        for (int at = WordScan.indexOf(bytes, 0, length, (byte) '\r');
                at < length;
                at = WordScan.indexOf(bytes, at + 1, length, (byte) '\r')) {
            count++;
        }
        return count;
    }
}
