package dev.ringer.internal.http2;

import dev.ringer.internal.protocol.ConnectionTask;
import dev.ringer.internal.protocol.Transport;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The window of a connection as far as we receive: what may still come on all streams together, and what has been read since
 * the client was told last. Loop only, but for {@link #onRead}.
 */
final class ContentCredit {
    private final Transport transport;
    private final FrameOutput output;
    private final ReceiveWindow window;
    private final AtomicInteger read = new AtomicInteger();
    private final ConnectionTask givingBack;

    ContentCredit(Transport transport, FrameOutput output, int window) {
        this.transport = transport;
        this.output = output;
        this.window = new ReceiveWindow(window);
        this.givingBack = new ConnectionTask(transport, () -> {
            use(0);
            output.send();
        });
    }

    /** Lets content in, padding included; false if it is more than the window has. */
    boolean receive(int octets) {
        return window.receive(octets);
    }

    /** Content was dropped, or padding came. */
    void use(int octets) {
        int increment = window.use(octets + read.getAndSet(0));
        if (increment > 0) {
            output.add(ControlFrame.windowUpdate(0, increment));
        }
    }

    /** A handler has read content. Any thread. */
    void onRead(int octets) {
        int now = read.addAndGet(octets);
        if (now >= window.quarter() && now - octets < window.quarter()) {
            transport.loop().execute(givingBack);
        }
    }
}
