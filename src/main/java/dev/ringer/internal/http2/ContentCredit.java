package dev.ringer.internal.http2;

import dev.ringer.internal.protocol.ConnectionTask;
import dev.ringer.internal.protocol.Transport;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The flow-control window of a connection for what the server receives. It knows how much may still arrive on all
 * streams together, and how much was read since the last WINDOW_UPDATE. Owned by the loop thread, unless a method says
 * otherwise.
 *
 * <p>Streams that no handler reads yet can use up the whole window. A handler that waits for its content must not wait
 * for ever because of them (RFC 9113, 5.2.2). So the window is then lent more, and what is read later repays the loan.
 * Even with loans, all streams together hold no more than their own windows allow.
 *
 * <p>Another protocol waits on its stream, a tunnel, for as long as the stream lasts. So the window is lent something
 * once for tunnels. It is lent something again only when a tunnel has received something, or has asked its client for
 * an answer. So a silent tunnel does not raise the window for good, and its client can still show that it is there.
 */
final class ContentCredit {
    /** The size of one loan, in octets: some frames. The window counts as used up when it has less than this. */
    private static final int LOAN = 64 * 1024;

    private final Transport transport;
    private final FrameOutput output;
    private final ReceiveWindow window;
    private final AtomicInteger read = new AtomicInteger();
    private final AtomicInteger waiting = new AtomicInteger(); // handlers that wait for content
    private final ConnectionTask givingBack;

    // owned by the loop thread
    private int tunnels; // streams on which other protocols wait for content
    // Whether a tunnel began to wait, received something or asked for an answer since the last loan for tunnels.
    private boolean tunnelHeard;

    private volatile boolean low; // whether less than a loan may still arrive; written by the loop thread

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

    /** Takes content, padding included, out of the window. Returns false if the window has less. */
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

    /** Notes that another protocol begins to wait for content, or no longer waits. */
    void onTunnelWaits(boolean waits) {
        tunnels += waits ? 1 : -1;
        tunnelHeard |= waits;
        if (waits && low) {
            transport.loop().execute(givingBack);
        }
    }

    /** Notes that content has arrived for another protocol, or that the protocol has asked its client for an answer. */
    void onTunnelTalks() {
        tunnelHeard = true;
        lendIfWanted();
    }

    /** Notes that a handler waits for content. Any thread. */
    void onWait() {
        waiting.incrementAndGet();
        if (low) {
            transport.loop().execute(givingBack);
        }
    }

    /** Notes that a handler no longer waits for content. Any thread. */
    void onWaited() {
        waiting.decrementAndGet();
    }

    /** Counts dropped content or padding as used up. */
    void use(int octets) {
        int all = octets + read.getAndSet(0);
        int repaid = (int) Math.min(window.lent(), all);
        window.repay(repaid);
        int increment = window.use(all - repaid);
        if (increment > 0) {
            output.add(ControlFrame.windowUpdate(0, increment));
        }
    }

    /** Counts content that a handler has read. Any thread. */
    void onRead(int octets) {
        int now = read.addAndGet(octets);
        if (now >= window.half() && now - octets < window.half()) {
            transport.loop().execute(givingBack);
        }
    }
}
