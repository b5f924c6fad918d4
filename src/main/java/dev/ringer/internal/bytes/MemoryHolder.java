package dev.ringer.internal.bytes;

/** What keeps bytes for a client, as {@link BufferedMemory} counts them: a connection, or a layer of it. */
public interface MemoryHolder {
    /**
     * How much it holds of what was taken from the account. Any thread, so that it may be of a moment ago.
     *
     * @return a number of bytes
     */
    long heldMemory();

    /**
     * Whether it can be let go: its loop owns it, or the application waits for its client. Any thread, so that it may be of
     * a moment ago.
     *
     * @return false while a handler is at work on it
     */
    boolean spareable();

    /**
     * Lets it go, if it still can be: with an answer that says why where there can be one, else without. On its loop.
     *
     * @return false if nothing was let go
     */
    boolean letGo();
}
