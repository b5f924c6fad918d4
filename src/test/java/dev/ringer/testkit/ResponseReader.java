package dev.ringer.testkit;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Reads responses as a strict client does: it accepts only CRLF, no white space before a colon, and hexadecimal chunk
 * sizes. It throws an {@link AssertionError} for a malformed response, because then the server under test has a bug.
 */
final class ResponseReader {
    private static final int MAX_LINE_LENGTH = 1 << 20;

    private final InputStream in;

    ResponseReader(InputStream in) {
        this.in = in;
    }

    /**
     * Reads the next response.
     *
     * @param method the request's method: a response to HEAD has no content
     * @throws EOFException if the stream ends before the end of the head
     */
    Response read(String method) throws IOException {
        String statusLine = line();
        List<Field> fields = fields();
        Response head = new Response(statusLine, fields, new byte[0], List.of(), true);
        int status = head.status();
        if (method.equals("HEAD") || status < 200 && status >= 100 || status == 204 || status == 304) {
            return head;
        }
        return withBody(head);
    }

    private Response withBody(Response head) throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        List<Field> trailers = List.of();
        boolean complete = true;
        try {
            if (head.has("Transfer-Encoding")) {
                assertChunkedOnly(head);
                trailers = chunks(body);
            } else if (head.has("Content-Length")) {
                copy(Long.parseLong(head.value("Content-Length").orElseThrow()), body);
            } else {
                in.transferTo(body);
            }
        } catch (EOFException | SocketException cut) {
            complete = false;
        }
        return new Response(head.statusLine(), head.fields(), body.toByteArray(), trailers, complete);
    }

    private static void assertChunkedOnly(Response head) {
        if (!head.values("Transfer-Encoding").equals(List.of("chunked")) || head.has("Content-Length")) {
            throw new AssertionError("contradictory framing in " + head.fields());
        }
    }

    private List<Field> chunks(ByteArrayOutputStream body) throws IOException {
        while (true) {
            String size = line();
            if (!size.matches("[0-9A-Fa-f]{1,8}")) {
                throw new AssertionError("chunk size '" + size + "'");
            }
            long length = Long.parseLong(size, 16);
            if (length == 0) {
                return fields();
            }
            copy(length, body);
            if (!line().isEmpty()) {
                throw new AssertionError("a chunk is longer than its size " + size);
            }
        }
    }

    private void copy(long length, ByteArrayOutputStream body) throws IOException {
        for (long left = length; left > 0; ) {
            byte[] piece = in.readNBytes((int) Math.min(left, 65536));
            if (piece.length == 0) {
                throw new EOFException("body ends " + left + " bytes early");
            }
            body.write(piece);
            left -= piece.length;
        }
    }

    private List<Field> fields() throws IOException {
        List<Field> fields = new ArrayList<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            if (colon < 1 || !line.substring(0, colon).matches("[!#$%&'*+.^_`|~0-9A-Za-z-]+")) {
                throw new AssertionError("no field line: '" + line + "'");
            }
            fields.add(new Field(
                    line.substring(0, colon), line.substring(colon + 1).strip()));
        }
        return List.copyOf(fields);
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        while (line.size() < MAX_LINE_LENGTH) {
            int next = in.read();
            if (next < 0) {
                throw new EOFException(line.size() == 0 ? "closed" : "cut after '" + line + "'");
            }
            if (next == '\n') {
                throw new AssertionError("bare LF after '" + line + "'");
            }
            if (next == '\r') {
                if (in.read() != '\n') {
                    throw new AssertionError("bare CR after '" + line + "'");
                }
                return line.toString(StandardCharsets.ISO_8859_1);
            }
            line.write(next);
        }
        throw new AssertionError(String.format(Locale.ROOT, "line longer than %d bytes", MAX_LINE_LENGTH));
    }
}
