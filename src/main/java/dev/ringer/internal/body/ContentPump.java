package dev.ringer.internal.body;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

/**
 * Passes the content of a request to a receiver as it arrives, and completes a future with the result. The first bytes
 * pass on the calling thread, further ones on the event loop, or on the loop's file threads while the receiver uses the
 * disk. Application code runs only where handlers run.
 *
 * @param <T> what the receiver makes of the content
 */
public final class ContentPump<T> {
    /**
     * Receives the content of one request. One thread at a time calls the methods.
     *
     * @param <T> the result
     */
    public interface Receiver<T> {
        /**
         * Takes content.
         *
         * @param length the number of bytes; 0 only to let the receiver use the disk
         * @param mayUseDisk false if the calling thread must not wait for a disk
         * @return the number of bytes that were used; fewer than {@code length} only if {@link #needsDisk} is true now
         */
        int take(byte[] bytes, int offset, int length, boolean mayUseDisk) throws IOException;

        /** Whether the next call of {@link #take} may wait for a disk. */
        default boolean needsDisk() {
            return false;
        }

        /** Called before the pump waits for the client. */
        default void beginWaiting() {}

        /**
         * Called after the pump has waited for the client.
         *
         * @throws IOException if the receiver wants no more content
         */
        default void endWaiting() throws IOException {}

        /** Makes the result, after all of the content. Runs where handlers run. */
        T complete() throws IOException;

        /**
         * Drops what was received, because the content is incomplete, or nobody wants the result. May come even after
         * {@link #complete}. Runs where handlers run.
         */
        default void drop() {}
    }

    private enum Outcome {
        WAITS,
        NEEDS_DISK,
        ENDED
    }

    /** After so many bytes, the thread serves others. */
    private static final int MAX_IN_A_ROW = 4 * ReadBuffers.SIZE;

    /** Each read counts as at least so many bytes, because the content may come in tiny chunks. */
    private static final int MIN_READ = 1024;

    private final ContentSource source;
    private final Receiver<T> receiver;
    private final UnaryOperator<Throwable> shown; // what the application sees of a failure
    private final CompletableFuture<T> result = new CompletableFuture<>();

    // used by the thread that pumps
    private boolean inPlace = true; // whether that is the caller of receive(), which is application code
    private byte[] buffer; // null unless it has bytes that the receiver has not taken
    private int from;
    private int to;

    private ContentPump(ContentSource source, Receiver<T> receiver, UnaryOperator<Throwable> shown) {
        this.source = source;
        this.receiver = receiver;
        this.shown = shown;
    }

    /**
     * Begins to pass content to a receiver. Called by the application. The application may cancel the future.
     *
     * @param shown makes of a failure the exception with which the future completes
     */
    public static <T> CompletableFuture<T> receive(
            ContentSource source, Receiver<T> receiver, UnaryOperator<Throwable> shown) {
        ContentPump<T> pump = new ContentPump<>(source, receiver, shown);
        pump.pump(true);
        return pump.result;
    }

    private void pump(boolean mayUseDisk) {
        try {
            byte[] filled = buffer == null ? ReadBuffers.POOL.rent() : buffer;
            buffer = filled;
            Outcome outcome;
            try {
                outcome = pass(filled, mayUseDisk);
            } finally {
                if (from == to) {
                    buffer = null;
                    ReadBuffers.POOL.release(filled);
                }
            }
            switch (outcome) {
                case WAITS -> await();
                case NEEDS_DISK -> goOnOnDisk();
                case ENDED -> end(this::complete);
            }
        } catch (Throwable failure) { // even an Error must end only this future, and not the loop's connections
            fail(failure);
        }
    }

    private Outcome pass(byte[] bytes, boolean mayUseDisk) throws IOException {
        if (mayUseDisk && from == to && receiver.needsDisk()) {
            receiver.take(bytes, 0, 0, true);
        }
        for (int passed = 0; passed < MAX_IN_A_ROW; passed += Math.max(MIN_READ, to)) {
            if (from == to) {
                if (result.isDone()) { // the application has cancelled it
                    source.stop();
                    throw new IOException("The application cancelled receiving the request body");
                }
                int count = source.read(bytes, 0, bytes.length);
                if (count <= 0) {
                    return count < 0 ? Outcome.ENDED : Outcome.WAITS;
                }
                from = 0;
                to = count;
            }
            from += receiver.take(bytes, from, to - from, mayUseDisk);
            if (!mayUseDisk && receiver.needsDisk()) {
                return Outcome.NEEDS_DISK;
            }
        }
        // On the disk, go on behind the files of others, without the detour through the loop.
        return receiver.needsDisk() ? Outcome.NEEDS_DISK : Outcome.WAITS;
    }

    private void goOnOnDisk() {
        inPlace = false;
        source.runOnDisk(() -> pump(true));
    }

    private void await() throws IOException {
        inPlace = false;
        receiver.beginWaiting();
        source.await(this::onReady);
    }

    private void onReady() {
        try {
            receiver.endWaiting();
            if (receiver.needsDisk()) {
                goOnOnDisk();
            } else {
                pump(false);
            }
        } catch (Throwable failure) {
            fail(failure);
        }
    }

    private void fail(Throwable failure) {
        if (buffer != null) {
            ReadBuffers.POOL.release(buffer);
            buffer = null;
        }
        end(() -> {
            receiver.drop();
            result.completeExceptionally(shown.apply(failure));
        });
    }

    private void end(Runnable last) {
        if (inPlace) {
            last.run();
        } else {
            source.call(last);
        }
    }

    private void complete() {
        T made;
        try {
            made = receiver.complete();
        } catch (Throwable failure) {
            receiver.drop();
            result.completeExceptionally(failure);
            return;
        }
        if (!result.complete(made)) {
            receiver.drop();
        }
    }
}
