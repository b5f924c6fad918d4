package dev.ringer.testkit;

import dev.ringer.headers.HeaderNames;
import dev.ringer.internal.http.ReasonPhrases;
import io.netty.handler.codec.http2.Http2Headers;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Converts the responses of one HTTP/2 connection to HTTP/1 text, in the order of the requests. Thread-safe. */
final class Http1Responses {
    private static final Set<String> ABOUT_CONNECTIONS =
            Set.of("connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade");

    private final TreeMap<Integer, Translation> streams = new TreeMap<>(); // streams with a response not fully read
    private final Set<Integer> reset = new HashSet<>();
    private boolean tunnelOver; // whether a tunnel has ended, and with it the connection of HTTP/1.1

    /** Begins a request. Returns false if the HTTP/1 text has ended. */
    synchronized boolean begin(int stream, String method) {
        if (ended()) {
            return false;
        }
        streams.put(stream, new Translation(method));
        return true;
    }

    /** Returns the number of requests without a complete response. */
    synchronized int open() {
        return (int) streams.values().stream().filter(stream -> !stream.over).count();
    }

    /** Whether the server still accepts content on this stream. */
    synchronized boolean takesContent(int stream) {
        return !reset.contains(stream) && !ended();
    }

    synchronized void onHead(int stream, Http2Headers fields, boolean last) {
        streams.get(stream).head(fields, last);
    }

    synchronized void onContent(int stream, byte[] part, boolean last) {
        streams.get(stream).content(part, last);
    }

    synchronized void onReset(int stream) {
        reset.add(stream);
    }

    /** Returns and removes the text that can be read now. */
    synchronized byte[] takeText() {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        while (!streams.isEmpty()) {
            Map.Entry<Integer, Translation> first = streams.firstEntry();
            tunnelOver |= first.getValue().tunnel && first.getValue().over;
            text.writeBytes(first.getValue().text.toByteArray());
            first.getValue().text.reset();
            if (!first.getValue().over) {
                break;
            }
            streams.remove(first.getKey());
        }
        return text.toByteArray();
    }

    /** Whether there is text to read, or the text has ended. */
    synchronized boolean hasNews() {
        return ended()
                || !streams.isEmpty() && streams.firstEntry().getValue().text.size() > 0;
    }

    /** Whether no more text follows: a tunnel has ended, or the server has reset the next response. */
    synchronized boolean ended() {
        if (tunnelOver) {
            return true;
        }
        Map.Entry<Integer, Translation> next = streams.firstEntry();
        return next != null && !next.getValue().over && reset.contains(next.getKey());
    }

    /** Converts one response to HTTP/1. */
    private static final class Translation {
        private final String method;
        private final ByteArrayOutputStream text = new ByteArrayOutputStream();
        private boolean chunked;
        private boolean tunnel;
        private boolean over;

        Translation(String method) {
            this.method = method;
        }

        void head(Http2Headers fields, boolean last) {
            if (fields.status() == null) {
                trailers(fields);
                return;
            }
            int status = Integer.parseInt(fields.status().toString());
            tunnel = method.equals("CONNECT") && status == 200;
            status = tunnel ? 101 : status;
            StringBuilder head = new StringBuilder("HTTP/1.1 " + status + " " + ReasonPhrases.of(status) + "\r\n");
            lines(fields, head);
            head.append(tunnel ? "Upgrade: websocket\r\nConnection: Upgrade\r\n" : "");
            boolean bodiless = method.equals("HEAD") || status < 200 || status == 204 || status == 304;
            chunked = !bodiless && !fields.contains("content-length");
            if (chunked) {
                head.append("Transfer-encoding: chunked\r\n");
            }
            add(head.append("\r\n").toString());
            endIf(last);
        }

        private static void lines(Http2Headers fields, StringBuilder to) {
            fields.forEach(field -> {
                String name = field.getKey().toString();
                if (ABOUT_CONNECTIONS.contains(name) || !name.equals(name.toLowerCase(Locale.ROOT))) {
                    throw new AssertionError("no field of HTTP/2: " + field);
                }
                if (!name.equals(":status")) {
                    to.append(HeaderNames.normalize(name))
                            .append(": ")
                            .append(field.getValue())
                            .append("\r\n");
                }
            });
        }

        private void trailers(Http2Headers fields) {
            if (chunked) {
                StringBuilder lines = new StringBuilder("0\r\n");
                lines(fields, lines);
                add(lines.append("\r\n").toString());
            }
            over = true;
        }

        void content(byte[] part, boolean last) {
            if (chunked && part.length > 0) {
                add(Integer.toHexString(part.length) + "\r\n");
            }
            text.writeBytes(part);
            if (chunked && part.length > 0) {
                add("\r\n");
            }
            endIf(last);
        }

        private void endIf(boolean last) {
            if (last && chunked) {
                add("0\r\n\r\n");
            }
            over |= last;
        }

        private void add(String more) {
            text.writeBytes(more.getBytes(StandardCharsets.ISO_8859_1));
        }
    }
}
