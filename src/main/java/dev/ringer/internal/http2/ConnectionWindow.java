package dev.ringer.internal.http2;

import java.util.concurrent.atomic.AtomicInteger;

/** The flow-control window for what the server sends on a whole connection. */
final class ConnectionWindow implements SendWindow {
    private final AtomicInteger change = new AtomicInteger();

    @Override
    public int windowChange() {
        return change.get();
    }

    @Override
    public void changeWindow(int octets) {
        change.getAndAdd(octets);
    }
}
