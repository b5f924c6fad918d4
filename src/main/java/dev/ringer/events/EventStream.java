package dev.ringer.events;

import com.sun.net.httpserver.HttpExchange;
import dev.ringer.internal.events.EventTarget;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One client's stream of server-sent events. A handler opens the stream and returns. The stream stays open until the
 * application closes it, the client disconnects, or the server stops.
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
 * streams.forEach(stream -> stream.trySend(ServerSentEvent.of("tick")));      // from any thread
 * }</pre>
 *
 * <p>Any number of threads may use a stream at the same time. Events are never mixed up, and events from one thread
 * keep their order.
 *
 * <p><b>On Ringer</b>, an open stream needs no thread, and a stream without pending events needs no buffer. If the
 * client's socket is full, the server keeps up to {@link EventStreamOptions#maxPendingBytes} of events until the client
 * reads. A client that reads nothing for the server's {@code writeStallTimeout} loses its stream. The exchange ends
 * when the stream is opened. An open stream therefore doesn't count as an exchange in progress, and the time limits for
 * exchanges don't apply to it. {@code CompressionFilter} doesn't compress events. If a filter has replaced the response
 * body with {@code HttpExchange.setStreams}, events pass through that filter, and the stream works as it does on other
 * providers.
 *
 * <p><b>On other providers</b>, every method that sends writes to the response body, even {@link #trySend}. It may wait
 * for ever if the client doesn't read. Only a failed write shows that the client has disconnected.
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
     * Answers 200 and opens a stream, with {@code Content-Type: text/event-stream; charset=utf-8}, {@code
     * Cache-Control: no-cache, no-transform} and {@code X-Accel-Buffering: no} unless the handler has set these fields.
     * On HTTP/1.1, Ringer also sends {@code Connection: close}, because the connection ends with the stream. HEAD gets
     * only the response head, and a stream that is closed from the beginning. Afterwards the handler must leave the
     * response alone, and should return.
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
     * Sends an event. Waits while it would exceed {@link EventStreamOptions#maxPendingBytes} together with what is
     * already pending. While nothing is, an event may have any size.
     *
     * @param event the event; the same object may be sent to other streams, too
     * @throws IOException if the stream is closed, or an {@link java.io.InterruptedIOException} if the thread is
     *     interrupted while it waits; in both cases the event was not sent
     */
    public void send(ServerSentEvent event) throws IOException {
        target.send(event.encoded());
    }

    /**
     * Sends an event, but on Ringer never waits. Use it to reach many clients, so that a slow one can't hold up the
     * rest.
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
     * Ends the stream properly: what is pending is sent, then the end of the response. On Ringer, this never waits. On
     * a closed stream it does nothing. A browser reconnects, unless its page has closed the {@code EventSource}.
     */
    @Override
    public void close() {
        target.close();
    }

    /**
     * Ends the stream at once, without what is pending. The client can see that the response is incomplete.
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
     * sent none} It comes from the field {@code Last-Event-ID}, which a client may forge. With it, the application can
     * send what the client has missed.
     */
    public @Nullable String lastEventId() {
        return lastEventId;
    }

    /**
     * Adds an action that is called once, when either side has ended the stream. On Ringer it runs where handlers run:
     * on the server's executor if there is one. On other providers, it runs on the thread that ends the stream. If that
     * has happened already, this method runs it. Several actions run one after the other, in the order in which they
     * were added.
     *
     * <p>For a stream that is still open when {@code HttpServer.stop} returns, they aren't called, because no thread is
     * left to do it. After {@code stop(0)}, that's every open stream.
     *
     * @param action the action; the server logs exceptions that it throws
     */
    public void onClose(Runnable action) {
        target.onClose(Objects.requireNonNull(action, "action"));
    }
}
