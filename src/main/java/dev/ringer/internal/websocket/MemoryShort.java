package dev.ringer.internal.websocket;

/**
 * Thrown if there is no memory for the rest of a message and nothing that can be evicted for it. Carries no stack
 * trace.
 */
final class MemoryShort extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MemoryShort() {
        super("The server is short of memory", null, false, false);
    }
}
