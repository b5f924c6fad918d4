package dev.ringer.internal.websocket;

/**
 * Thrown if the memory account has no room for the rest of a message, and eviction frees none. It has no stack trace,
 * since a client can cause it.
 */
final class MemoryShort extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MemoryShort() {
        super("The server is short of memory", null, false, false);
    }
}
