package dev.ringer.events;

import dev.ringer.internal.events.EventTarget;
import java.io.IOException;

/** The event stream that a handler gets for a HEAD request. It is closed from the beginning. */
final class EndedStream implements EventTarget {
    @Override
    public void send(byte[] bytes) throws IOException {
        throw new IOException("Cannot send events: the request method is HEAD, so the response has no body");
    }

    @Override
    public boolean trySend(byte[] bytes) {
        return false;
    }

    @Override
    public void close() {}

    @Override
    public boolean isOpen() {
        return false;
    }

    @Override
    public void onClose(Runnable action) {
        action.run();
    }
}
