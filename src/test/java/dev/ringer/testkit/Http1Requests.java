package dev.ringer.testkit;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Converts HTTP/1 requests to HTTP/2, and sends each on its own stream. Host becomes {@code :authority}, and an
 * absolute target becomes pseudo-fields. The last chunk ends the stream, with trailers if there are any. Fields about
 * connections are dropped. Throws an {@link AssertionError} for anything else that HTTP/2 cannot express. For one
 * thread at a time.
 */
final class Http1Requests extends OutputStream {
    private static final Set<String> DROPPED =
            Set.of("connection", "keep-alive", "transfer-encoding", "upgrade", "proxy-connection", "te");
    private static final Pattern ABSOLUTE = Pattern.compile("(http|https)://([^/?#]+)(.*)");

    private enum State {
        HEAD,
        CONTENT,
        CHUNK_SIZE,
        CHUNK,
        CHUNK_END,
        TRAILERS,
        TUNNEL
    }

    private final Http2Socket socket;
    private State state = State.HEAD;
    private byte[] pending = {};
    private int stream;
    private long left;
    private List<String> trailers = new ArrayList<>();

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
            // step() handles all complete parts
        }
    }

    /** Handles the next part of the pending bytes. Returns false if the part is incomplete. */
    private boolean step() throws IOException {
        return switch (state) {
            case HEAD -> head();
            case CONTENT -> content(State.HEAD);
            case CHUNK_SIZE -> chunkSize();
            case CHUNK -> content(State.CHUNK_END);
            case CHUNK_END -> line() != null && to(State.CHUNK_SIZE);
            case TRAILERS -> trailer();
            case TUNNEL -> tunnel();
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
        String[] lines = all.substring(0, end).split("\r\n");
        String[] request = lines[0].split(" ");
        if (request.length != 3 || !request[2].equals("HTTP/1.1")) {
            throw new AssertionError("HTTP/2 cannot say '" + lines[0] + "'");
        }
        List<String> hosts = new ArrayList<>();
        List<String> fields = new ArrayList<>();
        left = 0;
        boolean chunked = false;
        for (String line : Arrays.asList(lines).subList(1, lines.length)) {
            String name = name(line);
            String value = value(line);
            chunked |= name.equals("transfer-encoding");
            left = name.equals("content-length") ? Long.parseLong(value) : left;
            if (name.equals("host")) {
                hosts.add(value);
            } else if (!DROPPED.contains(name)) {
                fields.addAll(List.of(name, value));
            }
        }
        if (asksForWebSocket(lines)) {
            List<String> block = controlData("CONNECT", request[1], hosts);
            block.addAll(List.of(":protocol", "websocket"));
            block.addAll(withoutKey(fields));
            stream = socket.connect(Http2Client.block(block.toArray(String[]::new)));
            return to(State.TUNNEL);
        }
        List<String> block = controlData(request[0], request[1], hosts);
        block.addAll(fields);
        boolean whole = !chunked && left == 0;
        stream = socket.begin(request[0], Http2Client.block(block.toArray(String[]::new)), whole);
        return to(whole ? State.HEAD : chunked ? State.CHUNK_SIZE : State.CONTENT);
    }

    private static boolean asksForWebSocket(String[] lines) {
        return lines[0].startsWith("GET ")
                && Arrays.stream(lines).anyMatch(line -> line.equalsIgnoreCase("Upgrade: websocket"));
    }

    /** Removes Sec-WebSocket-Key, which HTTP/2 does not use (RFC 8441, 5). */
    private static List<String> withoutKey(List<String> fields) {
        List<String> rest = new ArrayList<>(fields);
        int key = rest.indexOf("sec-websocket-key");
        if (key >= 0) {
            rest.subList(key, key + 2).clear();
        }
        return rest;
    }

    private boolean tunnel() throws IOException {
        byte[] bytes = pending;
        pending = new byte[0];
        socket.sendContent(stream, bytes, false);
        return true;
    }

    /** Ends the sending direction of the tunnel. Returns false if the current stream is no tunnel. */
    boolean endTunnel() throws IOException {
        if (state == State.TUNNEL) {
            socket.sendContent(stream, new byte[0], true);
        }
        return state == State.TUNNEL;
    }

    private static String name(String line) {
        return line.substring(0, line.indexOf(':')).toLowerCase(Locale.ROOT);
    }

    private static String value(String line) {
        return line.substring(line.indexOf(':') + 1).strip();
    }

    /** Returns the pseudo-fields (RFC 9113, 8.3.1). Several Host fields remain Host fields. */
    private List<String> controlData(String method, String target, List<String> hosts) {
        Matcher absolute = ABSOLUTE.matcher(target);
        if (absolute.matches()) {
            String path = absolute.group(3).startsWith("/") ? absolute.group(3) : "/" + absolute.group(3);
            return controlData(method, absolute.group(1), path, List.of(absolute.group(2)));
        }
        return controlData(method, socket.scheme(), target, hosts);
    }

    private static List<String> controlData(String method, String scheme, String path, List<String> hosts) {
        List<String> data = new ArrayList<>(List.of(":method", method, ":scheme", scheme, ":path", path));
        for (String host : hosts) {
            data.addAll(List.of(hosts.size() == 1 ? ":authority" : "host", host));
        }
        return data;
    }

    private boolean content(State next) throws IOException {
        int count = (int) Math.min(left, pending.length);
        left -= count;
        byte[] part = Arrays.copyOf(pending, count);
        pending = Arrays.copyOfRange(pending, count, pending.length);
        socket.sendContent(stream, part, next == State.HEAD && left == 0);
        return left > 0 || to(next);
    }

    private boolean chunkSize() {
        String line = line();
        if (line == null) {
            return false;
        }
        left = Long.parseLong(line.split(";")[0].strip(), 16);
        return to(left > 0 ? State.CHUNK : State.TRAILERS);
    }

    private boolean trailer() throws IOException {
        String line = line();
        if (line == null) {
            return false;
        }
        if (!line.isEmpty()) {
            trailers.addAll(List.of(name(line), value(line)));
            return true;
        }
        if (trailers.isEmpty()) {
            socket.sendContent(stream, new byte[0], true);
        } else {
            socket.sendTrailers(stream, Http2Client.block(trailers.toArray(String[]::new)));
            trailers = new ArrayList<>();
        }
        return to(State.HEAD);
    }
}
