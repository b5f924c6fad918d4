package dev.ringer.internal.websocket;

/**
 * Thrown if the server's memory is exhausted before a message is complete, and no eviction frees memory. The exception
 * has no stack trace, because clients can cause many such exceptions.
 */
final class MemoryShort extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MemoryShort() {
        super("The server is short of memory", null, false, false);
    }
}
