package dev.ringer;

import com.sun.net.httpserver.HttpExchange;
import dev.ringer.internal.body.ContentPump;
import dev.ringer.internal.body.ContentSource;
import dev.ringer.internal.body.ContentSources;
import dev.ringer.internal.body.ContentSubscription;
import dev.ringer.internal.body.DroppedContent;
import dev.ringer.internal.body.ReceivedBytes;
import dev.ringer.internal.body.ReceivedFile;
import dev.ringer.internal.delegate.OtherProvider;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The body of one request, received without a thread that waits for the client. The handler starts to receive and
 * returns. The exchange stays open until the application closes it.
 *
 * <pre>{@code
 * server.createContext("/upload", exchange -> RequestBody.of(exchange)
 *         .toFile(uploads.resolve(newId()), 100 << 20)
 *         .whenComplete((file, failure) -> answer(exchange, failure == null ? 201 : 400)));
 * }</pre>
 *
 * <p>A body can be received once: as a stage, by {@link #toBytes}, {@link #toFile} or {@link #discard}, or by one
 * subscriber. To use it with Reactor or RxJava, wrap it, for example with {@code JdkFlowAdapter.flowPublisherToFlux}.
 *
 * <p><b>Demand</b> is the backpressure on the client. The server reads only what the subscriber has requested, so
 * without demand TCP, or the window of the HTTP/2 stream, stops the client. Each buffer has between 1 byte and 64 KiB
 * and belongs to the subscriber. Cancelling leaves the rest of the body unread. The server drops it as it does for a
 * handler that doesn't read, within {@code drainAmount} and {@code ringer.drainTimeout}.
 *
 * <p><b>Threads.</b> Subscribers and stages are called where handlers run: on the server's executor, or without one on
 * the thread that runs handlers. If the executor rejects the call, the exchange is aborted, and another thread reports
 * that. What is here already when the handler calls {@code toBytes}, {@code toFile} or {@code discard} is received on
 * the handler's thread, so the stage may be complete when the method returns. Never block a handler until its stage
 * completes: the completion may need that very thread.
 *
 * <p><b>Failures.</b> {@code maxBodySize}, {@code ringer.bodyStallTimeout} and {@code ringer.minBodyRate} apply as they
 * do to a handler that reads. A stall is counted only while the server waits for the client, not while a subscriber
 * requests nothing. If a limit is exceeded, the body is malformed, the client leaves or the exchange is closed, the
 * stage completes exceptionally, and the subscriber gets {@code onError}, with an {@link java.io.IOException}.
 *
 * <p><b>On other providers</b>, and if a filter has replaced the request body, a thread waits for each body, a virtual
 * one if the JDK has them. If the server has no executor, that thread also calls subscribers and stages.
 *
 * @since 0.1.0
 */
public final class RequestBody implements Flow.Publisher<ByteBuffer> {
    private final ContentSource source;
    private final int maxBuffer; // bytes in each buffer for a subscriber
    private final AtomicBoolean received = new AtomicBoolean();

    private RequestBody(ContentSource source, int maxBuffer) {
        this.source = source;
        this.maxBuffer = maxBuffer;
    }

    /**
     * Returns the body of a request. From now on, don't read from {@link HttpExchange#getRequestBody()}.
     *
     * @param exchange an exchange whose request body was not read yet, or only in part. Any provider may serve it
     * @return the body, or its unread rest
     * @throws IllegalStateException if a method of Ringer is receiving the body of this request already
     */
    public static RequestBody of(HttpExchange exchange) {
        return of(exchange, Integer.MAX_VALUE);
    }

    /** Returns the body of a request, with buffers of at most {@code maxBuffer} bytes for a subscriber. */
    static RequestBody of(HttpExchange exchange, int maxBuffer) {
        return new RequestBody(
                ContentSources.of(exchange.getRequestBody(), OtherProvider.executor(exchange)), maxBuffer);
    }

    /**
     * Passes the body to a subscriber. A further subscriber gets {@code onError} with an {@link IllegalStateException}.
     *
     * @param subscriber receives the content
     */
    @Override
    public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
        Objects.requireNonNull(subscriber, "subscriber");
        if (received.compareAndSet(false, true)) {
            ContentSubscription.begin(source, subscriber, maxBuffer);
        } else {
            ContentSubscription.refuse(subscriber, usedTwice());
        }
    }

    /**
     * Receives the body in memory.
     *
     * @param max the most bytes of the body; 0 for no limit but the server's {@code maxBodySize}
     * @return completes with the body; exceptionally with a {@link BodyTooLongException} if the body is longer, or
     *     another {@link java.io.IOException} if it doesn't arrive completely
     * @throws IllegalArgumentException if {@code max} is negative
     * @throws IllegalStateException if this body is being received already
     */
    public CompletionStage<byte[]> toBytes(long max) {
        return receive(new ReceivedBytes(limit(max), () -> new BodyTooLongException(max)));
    }

    /**
     * Receives the body into a new file. Event loops don't wait for the disk. Until the stage completes, the file is
     * incomplete. If the stage completes exceptionally, the file is gone.
     *
     * @param file the path of the file, which must not exist
     * @param max the most bytes of the body; 0 for no limit but the server's {@code maxBodySize}
     * @return completes with {@code file}; exceptionally with a {@link BodyTooLongException} if the body is longer, a
     *     {@link java.nio.file.FileAlreadyExistsException} if the file exists, or another {@link java.io.IOException} if
     *     the body doesn't arrive completely or can't be written
     * @throws IllegalArgumentException if {@code max} is negative
     * @throws IllegalStateException if this body is being received already
     */
    public CompletionStage<Path> toFile(Path file, long max) {
        Objects.requireNonNull(file, "file");
        return receive(new ReceivedFile(file, limit(max), () -> new BodyTooLongException(max)));
    }

    /**
     * Receives the body and drops it, for example to answer only when the client has sent everything.
     *
     * @return completes with null at the end of the body; exceptionally with an {@link java.io.IOException} if the body
     *     doesn't arrive completely
     * @throws IllegalStateException if this body is being received already
     */
    public CompletionStage<@Nullable Void> discard() {
        return receive(new DroppedContent());
    }

    private <T extends @Nullable Object> CompletionStage<T> receive(ContentPump.Receiver<T> receiver) {
        if (!received.compareAndSet(false, true)) {
            throw usedTwice();
        }
        return ContentPump.receive(source, receiver);
    }

    private static long limit(long max) {
        if (max < 0) {
            throw new IllegalArgumentException("max is negative: " + max);
        }
        return max == 0 ? Long.MAX_VALUE : max;
    }

    private static IllegalStateException usedTwice() {
        return new IllegalStateException("the body of this request is being received already");
    }
}
