package dev.ringer;

import com.sun.net.httpserver.HttpExchange;
import dev.ringer.internal.body.ContentPump;
import dev.ringer.internal.body.ContentSource;
import dev.ringer.internal.body.ContentSources;
import dev.ringer.internal.body.ContentSubscription;
import dev.ringer.internal.body.DroppedContent;
import dev.ringer.internal.body.ReceivedBytes;
import dev.ringer.internal.body.ReceivedFile;
import dev.ringer.internal.exchange.RequestBodyStream;
import dev.ringer.internal.http.BodyBroken;
import dev.ringer.internal.http.Violation;
import dev.ringer.multipart.FormException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The body of one request, which the server receives without a thread that waits for the client. The handler starts to
 * receive the body and returns. The exchange stays open until the application closes it.
 *
 * <pre>{@code
 * server.createContext("/upload", exchange -> RequestBody.of(exchange)
 *         .toFile(uploads.resolve(newId()), 100 << 20)
 *         .whenComplete((file, failure) -> {
 *             try (exchange) {
 *                 exchange.sendResponseHeaders(failure == null ? 201 : RequestBody.statusOf(failure), -1);
 *             } catch (IOException gone) {
 *                 // the client has left
 *             }
 *         }));
 * }</pre>
 *
 * <p><b>Always close the exchange</b>, as this example does even if its action throws. A stage swallows what its
 * actions throw, and nothing is logged. An exchange that nobody closes stays open and counts towards
 * {@code ringer.maxExchanges}, on HTTP/1.1 even after its client has left.
 *
 * <p>A body can be received only once: either by one subscriber, or by {@link #toBytes}, {@link #toFile} or
 * {@link #discard}, which return a stage. To use a body with Reactor or RxJava, wrap it, for example with
 * {@code JdkFlowAdapter.flowPublisherToFlux}.
 *
 * <p><b>Demand</b> slows down the client. The server reads only what the subscriber has requested. If the subscriber
 * requests nothing, TCP or the window of the HTTP/2 stream makes the client stop. Each buffer has between 1 byte and 64
 * KiB and belongs to the subscriber. If the subscriber cancels, the rest of the body stays unread. The server then
 * discards it within {@code drainAmount} and {@code ringer.drainTimeout}, as it does if a handler doesn't read a body.
 *
 * <p><b>Threads.</b> The server calls subscribers and completes stages where handlers run: on its executor, or if it
 * has none, on the thread that runs handlers. If the executor rejects such a call, the exchange is aborted, and another
 * thread reports the failure. What has already arrived is received on the thread that calls a method of this class, so
 * the stage or the subscriber may be complete when the method returns. Never block a handler until its stage completes,
 * because the completion may need the same thread.
 *
 * <p><b>Failures.</b> {@code maxBodySize}, {@code ringer.bodyStallTimeout} and {@code ringer.minBodyRate} apply as they
 * do if a handler reads the body. Time counts as a stall only while the server waits for the client, not while the
 * subscriber requests nothing. If a limit is exceeded, the body is malformed, the client leaves or the exchange is
 * closed, the stage completes exceptionally, and the subscriber gets {@code onError}, with an
 * {@link java.io.IOException}. If the body exceeds {@code maxBodySize}, this is a {@link BodyTooLongException}.
 * {@link #statusOf} tells you which status to answer with. In an action after {@code thenApply} or another dependent
 * stage, the failure is the cause of a {@link java.util.concurrent.CompletionException}.
 *
 * <p>While a subscriber requests nothing, it gets no {@code onError} either. Use {@link RingerExchange#onDisconnect} to
 * learn immediately that the client has left. If a subscriber throws an exception, the exception is logged, and the
 * exchange is aborted.
 *
 * <p><b>On other providers</b>, and if a filter has replaced the request body, one thread for each body waits for the
 * client. It is a virtual thread if the JDK has virtual threads. If the server has no executor, this thread also calls
 * the subscriber or completes the stage.
 *
 * @since 0.1.0
 */
public final class RequestBody implements Flow.Publisher<ByteBuffer> {
    /** The most causes of an exception that are searched. */
    private static final int MAX_CAUSES = 32;

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
        return new RequestBody(RequestBodyStream.contentOf(exchange), maxBuffer);
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
            ContentSubscription.begin(source, subscriber, maxBuffer, RequestBody::shown);
        } else {
            ContentSubscription.refuse(subscriber, ContentSources.usedTwice());
        }
    }

    /**
     * Receives the body in memory. Until the stage completes, this memory counts towards {@code ringer.maxBufferedMemory}.
     *
     * @param max the most bytes of the body; 0 for no limit but the server's {@code maxBodySize} and the length of the
     *     longest array, 2147483639 bytes
     * @return completes with the body; exceptionally with a {@link BodyTooLongException} if the body is longer, or
     *     another {@link java.io.IOException} if it doesn't arrive completely or the server has no memory left for it
     * @throws IllegalArgumentException if {@code max} is negative
     * @throws IllegalStateException if this body is being received already
     */
    public CompletionStage<byte[]> toBytes(long max) {
        long most = Math.min(limit(max), ReceivedBytes.MOST);
        return receive(new ReceivedBytes(source, most, () -> new BodyTooLongException(most)), most);
    }

    /**
     * Receives the body into a new file, which only the user who runs the server may read and write (mode 0600). Event
     * loops don't wait for the disk. Until the stage completes, the file is incomplete. If the stage completes
     * exceptionally, the file is gone.
     *
     * @param file the path of the file, which must not exist, in a directory that does
     * @param max the most bytes of the body; 0 for no limit but the server's {@code maxBodySize}
     * @return completes with {@code file}; exceptionally with a {@link BodyTooLongException} if the body is longer, a
     *     {@link java.nio.file.FileAlreadyExistsException} if the file exists, a
     *     {@link java.nio.file.NoSuchFileException} if its directory doesn't, or another {@link java.io.IOException} if
     *     the body doesn't arrive completely or can't be written
     * @throws IllegalArgumentException if {@code max} is negative
     * @throws IllegalStateException if this body is being received already
     */
    public CompletionStage<Path> toFile(Path file, long max) {
        Objects.requireNonNull(file, "file");
        return receive(new ReceivedFile(file, limit(max), () -> new BodyTooLongException(max)), max);
    }

    /**
     * Receives the body and drops it, for example to answer only when the client has sent everything.
     *
     * @return completes with null at the end of the body; exceptionally with an {@link java.io.IOException} if the body
     *     doesn't arrive completely
     * @throws IllegalStateException if this body is being received already
     */
    public CompletionStage<@Nullable Void> discard() {
        return receive(new DroppedContent(), 0);
    }

    /**
     * Returns the status to answer with if a body or a form could not be received. It's the status that the server sends
     * if a handler reads the body and doesn't catch the exception.
     *
     * @param failure the exception of a stage or a subscriber, of {@code Form.read}, or of a read from
     *     {@link HttpExchange#getRequestBody()}. Its causes count too, for example those of a {@code CompletionException}
     * @return 413 if the body is too long, 408 if it arrives too slowly, 400 if it is malformed or incomplete, 431 if its
     *     trailers are too large, 503 if {@link #toBytes} finds no memory for it; the
     *     {@linkplain FormException#status() status} of a {@code FormException}; 500 for every other exception, for
     *     example if a file can't be written, or if the connection fails on another provider. If the client has left,
     *     any status will do, because nobody gets the answer
     */
    public static int statusOf(Throwable failure) {
        Throwable cause = Objects.requireNonNull(failure, "failure");
        for (int i = 0; i < MAX_CAUSES && cause != null; i++) {
            if (cause instanceof FormException refused) {
                return refused.status();
            }
            if (cause instanceof BodyTooLongException) {
                return Violation.BODY_TOO_LARGE.status();
            }
            if (cause instanceof BodyBroken broken) {
                return broken.violation().status();
            }
            if (cause instanceof ReceivedBytes.NoMemory) {
                return 503;
            }
            cause = cause.getCause();
        }
        return 500;
    }

    private <T extends @Nullable Object> CompletionStage<T> receive(ContentPump.Receiver<T> receiver, long max) {
        if (!received.compareAndSet(false, true)) {
            throw ContentSources.usedTwice();
        }
        if (max > 0 && source.length() > max) {
            return CompletableFuture.failedFuture(new BodyTooLongException(max));
        }
        return ContentPump.receive(source, receiver, RequestBody::shown);
    }

    private static Throwable shown(Throwable failure) {
        return failure instanceof BodyBroken broken && broken.violation() == Violation.BODY_TOO_LARGE
                ? new BodyTooLongException(broken)
                : failure;
    }

    private static long limit(long max) {
        if (max < 0) {
            throw new IllegalArgumentException("max must not be negative: " + max);
        }
        return max == 0 ? Long.MAX_VALUE : max;
    }
}
