package dev.ringer.internal.websocket;

/** There is no memory for the rest of a message, and nobody who could be let go for it. Carries no stack trace. */
final class MemoryShort extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MemoryShort() {
        super("The server is short of memory", null, false, false);
    }
}
