package dev.ringer.internal.websocket;

/** Thrown if no memory is left for the rest of a message. It has no stack trace, so that a refusal costs little. */
final class MemoryShort extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MemoryShort() {
        super("The server has no memory left for the message; try again later", null, false, false);
    }
}
