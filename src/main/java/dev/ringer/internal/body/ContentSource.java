package dev.ringer.internal.body;

import java.io.IOException;

/**
 * The content of a request, for code that holds no thread while it waits for the client. One reader uses the source, on
 * one thread at a time.
 */
public interface ContentSource {
    /** Returns the length in bytes that the client has announced; −1 if it is unknown. */
    long length();

    /**
     * Reads without waiting.
     *
     * @param length the most bytes to read; 0 only to learn whether the content has ended
     * @return the number of bytes; 0 if none have arrived; −1 at the end of the content
     * @throws IOException if the content is invalid or incomplete, or the exchange has ended
     */
    int read(byte[] to, int offset, int length) throws IOException;

    /**
     * Runs an action once, when {@link #read} can return content or its end, or throws. The reader must not read before.
     *
     * @param ready the action, which must not block: it may run on an event loop, or before this method returns
     * @throws IOException if the client can no longer be reached. Then the action does not run
     */
    void await(Runnable ready) throws IOException;

    /** Declares that the reader will not read the rest. Any thread may call this. */
    void stop();

    /** Ends the exchange, because the application has failed. Any thread may call this. */
    void abort();

    /** Counts bytes that the reader keeps for the client. Returns false if the server has no memory for them. */
    boolean tryRetain(int bytes);

    /** Stops counting bytes that {@link #tryRetain} has counted. Any thread may call this. */
    void release(long bytes);

    /** Runs code that waits for a disk, but never for a client. */
    void runOnDisk(Runnable code);

    /** Runs application code where handlers run. Any thread may call this. */
    void call(Runnable code);
}
