package dev.ringer.internal.body;

/** A request body whose content can be received without a thread that waits for the client. */
public interface ReceivableBody {
    /**
     * Returns the content. From now on, nobody else may read the body.
     *
     * @throws IllegalStateException if this method was called before
     */
    ContentSource source();
}
