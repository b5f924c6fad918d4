package dev.ringer.events;

import com.sun.net.httpserver.HttpExchange;
import dev.ringer.internal.events.EventTarget;
import java.io.IOException;
import java.util.Objects;

/**
 * One client's stream of server-sent events. A handler opens it and returns. The stream stays open until the
 * application closes it, the client leaves, or the server stops.
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
 * <p><b>On Ringer</b> an open stream needs no thread, and a silent one no buffer. The server sends events at once, as
 * far as the client's socket takes them. The rest waits, up to {@link EventStreamOptions#withMaxPendingBytes}. A client
 * that does not read for the server's {@code writeStallTimeout} loses its stream. The exchange ends when the stream is
 * opened: the stream then counts neither as an exchange in progress nor towards its time limits. Events do not pass
 * through {@code CompressionFilter}. If a filter has replaced the body of the response ({@code setStreams}), events do
 * pass through it, and the stream works as on other providers.
 *
 * <p><b>On other providers</b> each method that sends writes to the body of the response under a lock, and waits as
 * long as the client does not read. This includes {@link #trySend}. Nothing is pending there, a thread that waits may
 * wait for ever, and only a write shows that the client has left. All streams of the process share a few threads for
 * heartbeats. {@link #abort} is the same as {@link #close} there, because the API has no other end.
 *
 * @since 0.1.0
 */
public final class EventStream {
    private final EventTarget target;
    private final String lastEventId; // null for none

    private EventStream(EventTarget target, String lastEventId) {
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
     * Answers 200 and opens a stream. Sets {@code Content-Type: text/event-stream; charset=utf-8} and
     * {@code Cache-Control: no-cache}, unless the handler has set these fields. A request with the method HEAD gets the
     * head alone, and its stream is closed at once. After this call, the handler must not use the response of the
     * exchange any more, and should return.
     *
     * @param exchange an exchange whose response has not begun. Content of the request that was not read is dropped
     * @param options the options of the stream
     * @return the open stream
     * @throws IOException if the client can no longer be reached, or the response has begun
     */
    public static EventStream open(HttpExchange exchange, EventStreamOptions options) throws IOException {
        return new EventStream(Opening.target(exchange, options), Opening.lastEventId(exchange.getRequestHeaders()));
    }

    /**
     * Sends an event. This method waits while too much data is pending. If no data is pending, it accepts one event of
     * any size.
     *
     * @param event the event, which may be sent to other streams too
     * @throws IOException if the stream is closed, or an {@link java.io.InterruptedIOException} if the thread is
     *     interrupted while it waits. In both cases the event has not been sent
     */
    public void send(ServerSentEvent event) throws IOException {
        target.send(event.encoded());
    }

    /**
     * Sends an event unless this method would have to wait. Use it to send to many clients: a slow client then does not
     * delay the others.
     *
     * @param event the event, which may be sent to other streams too
     * @return false if the event was not sent: too much data is pending, or the stream is closed
     */
    public boolean trySend(ServerSentEvent event) {
        return target.trySend(event.encoded());
    }

    /**
     * Sends a comment, which clients ignore. This method waits as {@link #send} does.
     *
     * @param text the text, of any number of lines
     * @throws IOException as {@link #send}
     */
    public void comment(String text) throws IOException {
        target.send(ServerSentEvent.comment(text));
    }

    /**
     * Ends the stream in good order. The server sends the pending data, then the end of the response. This method does
     * not wait, and does nothing if the stream is closed already. A browser connects again unless its page closes the
     * {@code EventSource}.
     */
    public void close() {
        target.close();
    }

    /** Ends the stream at once, without the pending data. The client can see that the response is cut off. */
    public void abort() {
        target.abort();
    }

    /**
     * Whether events can be sent.
     *
     * @return false once either side has begun to close, or the connection was lost
     */
    public boolean isOpen() {
        return target.isOpen();
    }

    /**
     * Returns how much data of the application still waits for the client's socket.
     *
     * @return octets, not counting one output buffer of 32 KiB
     */
    public long pendingBytes() {
        return target.pendingBytes();
    }

    /**
     * Returns the id of the last event that the client has received on an earlier connection, as the client says in
     * {@code Last-Event-ID}. The application may then send what the client has missed.
     *
     * @return the id, which may be forged; null if the client sent none
     */
    public String lastEventId() {
        return lastEventId;
    }

    /**
     * Adds an action that is called once when the stream has ended, by either side. The server's executor runs
     * it, or the thread that runs handlers. If the stream has ended already, this method itself runs the action. If
     * several actions are added, they run one after the other in that order.
     *
     * <p>If a stream is still open at the end of {@code HttpServer.stop}, no actions are called, because the thread
     * that would call them has ended. The same holds for every stream with {@code stop(0)}.
     *
     * @param action an action; the server logs exceptions that the action throws
     */
    public void onClose(Runnable action) {
        target.onClose(Objects.requireNonNull(action, "action"));
    }
}
