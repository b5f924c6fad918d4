package dev.ringer.events;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import dev.ringer.internal.events.EventLimits;
import dev.ringer.internal.events.EventTarget;
import dev.ringer.internal.exchange.EventHandOver;
import dev.ringer.internal.time.TimeLimit;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Opens event streams. On Ringer, a stream is a connection that needs no thread. On other providers, a stream writes to
 * the response body.
 */
final class Opening {
    private Opening() {}

    /** Answers 200, and returns the object that sends the events. */
    static EventTarget target(HttpExchange exchange, EventStreamOptions options) throws IOException {
        Headers response = exchange.getResponseHeaders();
        setIfAbsent(response, "Content-Type", "text/event-stream; charset=utf-8");
        // no-transform: a compressing proxy would keep events until it has enough of them for a block
        setIfAbsent(response, "Cache-Control", "no-cache, no-transform");
        // nginx would keep events in its buffer; it does not pass this field on
        setIfAbsent(response, "X-Accel-Buffering", "no");
        if (exchange.getRequestMethod().equals("HEAD")) {
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
            return new EndedStream();
        }
        if (exchange.getAttribute(EventHandOver.ATTRIBUTE) instanceof EventHandOver handOver) {
            long maxPending = options.maxPendingBytes() == 0 ? Long.MAX_VALUE : options.maxPendingBytes();
            EventLimits limits = new EventLimits(maxPending, TimeLimit.nanos(options.heartbeat()));
            return handOver.open(limits);
        }
        exchange.sendResponseHeaders(200, 0);
        return BlockingStream.begin(exchange, options.heartbeat());
    }

    private static void setIfAbsent(Headers fields, String name, String value) {
        if (!fields.containsKey(name)) {
            fields.set(name, value);
        }
    }

    /**
     * Returns the id of the last event that the client has received; null if the client has sent no id. Clients send
     * the id in UTF-8, but {@link Headers} has one character for each byte, so this method decodes the id.
     */
    static @Nullable String lastEventId(Headers request) {
        String value = request.getFirst("Last-Event-ID");
        if (value == null || value.chars().allMatch(c -> c < 0x80)) {
            return value;
        }
        try {
            ByteBuffer bytes = ByteBuffer.wrap(value.getBytes(StandardCharsets.ISO_8859_1));
            return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
        } catch (CharacterCodingException notUtf8) {
            return value;
        }
    }
}
