package dev.ringer.testkit;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Reads HTTP/1 requests as they are written, and sends each on a stream of HTTP/2. For one thread at a time. */
final class Http1Requests extends OutputStream {
    private static final int MAX_CONTENT = 16_384;
    private static final Set<String> DROPPED =
            Set.of("host", "connection", "keep-alive", "transfer-encoding", "upgrade", "proxy-connection", "te");

    private enum State {
        HEAD,
        CONTENT,
        CHUNK_SIZE,
        CHUNK,
        CHUNK_END,
        TRAILERS
    }

    private final Http2Socket socket;
    private State state = State.HEAD;
    private final List<String> trailers = new ArrayList<>();
    private byte[] pending = {};
    private int stream;
    private long left;

    Http1Requests(Http2Socket socket) {
        this.socket = socket;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] from, int offset, int length) throws IOException {
        int before = pending.length;
        pending = Arrays.copyOf(pending, before + length);
        System.arraycopy(from, offset, pending, before, length);
        while (pending.length > 0 && step()) {
            // as far as it goes
        }
    }

    /** Takes one thing out of what is pending; false if there is too little of it. */
    private boolean step() throws IOException {
        return switch (state) {
            case HEAD -> head();
            case CONTENT -> content(State.HEAD);
            case CHUNK_SIZE -> chunkSize();
            case CHUNK -> content(State.CHUNK_END);
            case CHUNK_END -> line() != null && to(State.CHUNK_SIZE);
            case TRAILERS -> trailers();
        };
    }

    private boolean to(State next) {
        state = next;
        return true;
    }

    private String line() {
        for (int i = 0; i < pending.length; i++) {
            if (pending[i] == '\n') {
                String line = new String(pending, 0, i, StandardCharsets.ISO_8859_1);
                pending = Arrays.copyOfRange(pending, i + 1, pending.length);
                return line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
            }
        }
        return null;
    }

    private boolean head() throws IOException {
        String all = new String(pending, StandardCharsets.ISO_8859_1);
        int end = all.indexOf("\r\n\r\n");
        if (end < 0) {
            return false;
        }
        pending = Arrays.copyOfRange(pending, end + 4, pending.length);
        String[] lines = all.substring(0, end).stripLeading().split("\r\n");
        String[] request = lines[0].split(" ");
        List<String> fields = new ArrayList<>();
        String host = "";
        left = 0;
        boolean chunked = false;
        for (String line : Arrays.asList(lines).subList(1, lines.length)) {
            String name = line.substring(0, line.indexOf(':')).toLowerCase(Locale.ROOT);
            String value = line.substring(line.indexOf(':') + 1).strip();
            chunked |= name.equals("transfer-encoding");
            left = name.equals("content-length") ? Long.parseLong(value) : left;
            host = name.equals("host") ? value : host;
            if (!DROPPED.contains(name)) {
                fields.addAll(List.of(name, value));
            }
        }
        fields.addAll(0, List.of(":method", request[0], ":scheme", "http", ":path", request[1], ":authority", host));
        stream = socket.begin(request[0]);
        boolean whole = !chunked && left == 0;
        byte[] block = Http2Client.block(fields.toArray(String[]::new));
        socket.send(Http2Frame.HEADERS, Http2Frame.END_HEADERS | (whole ? Http2Frame.END_STREAM : 0), stream, block);
        return to(whole ? State.HEAD : chunked ? State.CHUNK_SIZE : State.CONTENT);
    }

    private boolean content(State next) throws IOException {
        int count = (int) Math.min(Math.min(left, pending.length), MAX_CONTENT);
        left -= count;
        boolean last = next == State.HEAD && left == 0;
        byte[] part = Arrays.copyOf(pending, count);
        pending = Arrays.copyOfRange(pending, count, pending.length);
        socket.send(Http2Frame.DATA, last ? Http2Frame.END_STREAM : 0, stream, part);
        return left > 0 || to(next);
    }

    private boolean chunkSize() throws IOException {
        String line = line();
        if (line == null) {
            return false;
        }
        left = Long.parseLong(line.split(";")[0].strip(), 16);
        return to(left > 0 ? State.CHUNK : State.TRAILERS);
    }

    private boolean trailers() throws IOException {
        String line = line();
        if (line == null) {
            return false;
        }
        if (!line.isEmpty()) {
            int colon = line.indexOf(':');
            trailers.add(line.substring(0, colon).toLowerCase(Locale.ROOT));
            trailers.add(line.substring(colon + 1).strip());
            return true;
        }
        if (trailers.isEmpty()) {
            socket.send(Http2Frame.DATA, Http2Frame.END_STREAM, stream, new byte[0]);
        } else {
            byte[] block = Http2Client.block(trailers.toArray(String[]::new));
            socket.send(Http2Frame.HEADERS, Http2Frame.END_HEADERS | Http2Frame.END_STREAM, stream, block);
            trailers.clear();
        }
        return to(State.HEAD);
    }
}
