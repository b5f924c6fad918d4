package dev.ringer.events;

import com.sun.net.httpserver.HttpExchange;
import dev.ringer.internal.events.EventTarget;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One client's stream of server-sent events. A handler opens the stream and returns. The stream stays open until the
 * application closes it, the client closes the connection, or the server stops.
 *
 * <pre>{@code
 * Set<EventStream> streams = ConcurrentHashMap.newKeySet();
 *
 * server.createContext("/events", exchange -> {
 *     EventStream stream = EventStream.open(exchange);
 *     streams.add(stream);
 *     stream.onClose(() -> streams.remove(stream));
 * });
 *
 * streams.forEach(stream -> stream.trySend(ServerSentEvent.of("tick")));
 * }</pre>
 *
 * <p>Any number of threads may use a stream. Events never mix, and the events of one thread keep their order.
 *
 * <p><b>On Ringer</b> an open stream needs no thread, and a silent stream needs no buffer. If the client's socket does
 * not take all bytes of an event immediately, the server keeps the rest, up to
 * {@link EventStreamOptions#maxPendingBytes}. If a client reads nothing for the server's {@code writeStallTimeout},
 * the server ends the stream. The exchange ends when the stream is opened. So an open stream does not count as an
 * exchange in progress, and has no time limits for exchanges. {@code CompressionFilter} does not compress events. But
 * if a filter has replaced the response body with {@code HttpExchange.setStreams}, events pass through that filter. The
 * stream then works as on other providers.
 *
 * <p><b>On other providers</b> all methods that send, even {@link #trySend}, write to the response body and wait while
 * the client does not read. A thread that sends may wait for ever. Only a failed write shows that the client is gone.
 * {@link #pendingBytes} is always 0. All streams of the process share a few threads for heartbeats. {@link #abort} does
 * the same as {@link #close}, because the API has no other way to end a response.
 *
 * @since 0.1.0
 */
public final class EventStream implements AutoCloseable {
    private final EventTarget target;
    private final @Nullable String lastEventId; // id of the last event that the client has received; null if unknown

    private EventStream(EventTarget target, @Nullable String lastEventId) {
        this.target = target;
        this.lastEventId = lastEventId;
    }

    /**
     * Opens a stream with the default options.
     *
     * @param exchange as for {@link #open(HttpExchange, EventStreamOptions)}
     * @return the open stream
     * @throws IOException if the client can no longer be reached, or the response has begun
     */
    public static EventStream open(HttpExchange exchange) throws IOException {
        return open(exchange, EventStreamOptions.defaults());
    }

    /**
     * Answers 200 and opens a stream. Sets {@code Content-Type: text/event-stream; charset=utf-8},
     * {@code Cache-Control: no-cache, no-transform} and {@code X-Accel-Buffering: no}, unless the handler has set these
     * fields. A HEAD request gets only the response
     * head, and its stream is closed from the beginning. After this call, the handler must not use the response any
     * more, and should return.
     *
     * @param exchange an exchange whose response has not begun; the server drops request content that was not read
     * @param options the options of the stream
     * @return the open stream
     * @throws IOException if the client can no longer be reached, or the response has begun
     */
    public static EventStream open(HttpExchange exchange, EventStreamOptions options) throws IOException {
        return new EventStream(Opening.target(exchange, options), Opening.lastEventId(exchange.getRequestHeaders()));
    }

    /**
     * Sends an event. Waits while this event, together with the data that waits to be sent, exceeds
     * {@link EventStreamOptions#maxPendingBytes}. If no data waits, accepts one event of any size.
     *
     * @param event the event; the same object may be sent to other streams, too
     * @throws IOException if the stream is closed, or an {@link java.io.InterruptedIOException} if the thread is
     *     interrupted while it waits; in both cases the event was not sent
     */
    public void send(ServerSentEvent event) throws IOException {
        target.send(event.encoded());
    }

    /**
     * Sends an event. On Ringer, this method never waits. Use this method to send to many clients: then a slow client
     * does not delay the others.
     *
     * @param event the event; the same object may be sent to other streams, too
     * @return false if the event was not sent, because {@link #send} would wait or the stream is closed
     */
    public boolean trySend(ServerSentEvent event) {
        return target.trySend(event.encoded());
    }

    /**
     * Sends a comment, which clients ignore. No empty line follows it. Waits as {@link #send} does.
     *
     * @param text the text, with any number of lines
     * @throws IOException as {@link #send}
     */
    public void comment(String text) throws IOException {
        target.send(ServerSentEvent.comment(text));
    }

    /**
     * Ends the stream properly. The server first sends the data that waits, then the end of the response. On Ringer,
     * this method never waits. If the stream is closed already, it does nothing. A browser connects again, unless its
     * page has closed the {@code EventSource}.
     */
    @Override
    public void close() {
        target.close();
    }

    /**
     * Ends the stream immediately, without the data that waits to be sent. The client can see that the response is
     * incomplete.
     */
    public void abort() {
        target.abort();
    }

    /** {@return whether events can be sent: neither side has begun to close, and the connection was not lost} */
    public boolean isOpen() {
        return target.isOpen();
    }

    /**
     * {@return the number of bytes that wait to be sent to the client} The output buffer, up to 32 KiB, does not
     * count.
     */
    public long pendingBytes() {
        return target.pendingBytes();
    }

    /**
     * {@return the id of the last event that the client has received on an earlier connection; null if the client has
     * sent none} Clients send the id in {@code Last-Event-ID}, and may forge it. With the id, the application can send
     * the events that the client has missed.
     */
    public @Nullable String lastEventId() {
        return lastEventId;
    }

    /**
     * Adds an action that is called once when either side has ended the stream. On Ringer, the action runs where
     * handlers run: on the server's executor if there is one. On other providers, the thread that ends the stream runs
     * the action. If the stream has ended already, this method itself runs the action. Several actions run one after
     * the other, in the order in which they were added.
     *
     * <p>If a stream is still open when {@code HttpServer.stop} ends, its actions are not called, because no thread is
     * left to call them. With {@code stop(0)} this is so for every open stream.
     *
     * @param action the action; the server logs exceptions that it throws
     */
    public void onClose(Runnable action) {
        target.onClose(Objects.requireNonNull(action, "action"));
    }
}
