package dev.ringer.internal.http2;

import dev.ringer.internal.protocol.ConnectionTask;
import dev.ringer.internal.protocol.Transport;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The window of a connection as far as we receive: what may still come on all streams together, and what has been read since
 * the client was told last. Loop only, but for what says so.
 *
 * <p>Streams that no handler reads yet can hold all of the window. So that a handler that waits for its content is not kept
 * from it for ever (RFC 9113, 5.2.2), the window is lent more then, which what is read later pays back. With that, all streams
 * together hold no more than their own windows allow. Another protocol waits on its stream for as long as it lasts: for its sake the
 * window is lent something once, and again only when something has come on such a stream, or is to come as an answer. So a silent one
 * lifts no window for good, and can tell that it is there.
 */
final class ContentCredit {
    /** What is lent at a time, and below which the window counts as used up: some frames. */
    private static final int LOAN = 64 * 1024;

    private final Transport transport;
    private final FrameOutput output;
    private final ReceiveWindow window;
    private final AtomicInteger read = new AtomicInteger();
    private final AtomicInteger waiting = new AtomicInteger(); // readers
    private final ConnectionTask givingBack;

    // the loop's
    private int tunnels; // streams on which other protocols wait
    private boolean tunnelHeard; // since something was lent for their sake, or one of them began to wait

    private volatile boolean low; // whether little may still come; set by the loop

    ContentCredit(Transport transport, FrameOutput output, int window) {
        this.transport = transport;
        this.output = output;
        this.window = new ReceiveWindow(window);
        this.givingBack = new ConnectionTask(transport, () -> {
            use(0);
            lendIfWanted();
            output.send();
        });
    }

    /** Lets content in, padding included; false if it is more than the window has. */
    boolean receive(int octets) {
        boolean fits = window.receive(octets);
        lendIfWanted();
        return fits;
    }

    private void lendIfWanted() {
        low = window.open() < LOAN;
        boolean forHandlers = waiting.get() > 0;
        if (low && (forHandlers || tunnelHeard && tunnels > 0)) {
            tunnelHeard &= forHandlers;
            int increment = window.giveBack() + LOAN;
            window.lend(LOAN);
            output.add(ControlFrame.windowUpdate(0, increment));
            low = window.open() < LOAN;
        }
    }

    /** Another protocol waits for content from now on, or does not wait any more. */
    void onTunnelWaits(boolean waits) {
        tunnels += waits ? 1 : -1;
        tunnelHeard |= waits;
        if (waits && low) {
            transport.loop().execute(givingBack);
        }
    }

    /** Content has come for another protocol, or that has asked its client for an answer. */
    void onTunnelTalks() {
        tunnelHeard = true;
        lendIfWanted();
    }

    /** A handler waits for content. Any thread. */
    void onWait() {
        waiting.incrementAndGet();
        if (low) {
            transport.loop().execute(givingBack);
        }
    }

    /** It does not wait any more. Any thread. */
    void onWaited() {
        waiting.decrementAndGet();
    }

    /** Content was dropped, or padding came. */
    void use(int octets) {
        int all = octets + read.getAndSet(0);
        int repaid = (int) Math.min(window.lent(), all);
        window.repay(repaid);
        int increment = window.use(all - repaid);
        if (increment > 0) {
            output.add(ControlFrame.windowUpdate(0, increment));
        }
    }

    /** A handler has read content. Any thread. */
    void onRead(int octets) {
        int now = read.addAndGet(octets);
        if (now >= window.half() && now - octets < window.half()) {
            transport.loop().execute(givingBack);
        }
    }
}
