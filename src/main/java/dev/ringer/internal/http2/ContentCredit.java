package dev.ringer.internal.http2;

import dev.ringer.internal.protocol.ConnectionTask;
import dev.ringer.internal.protocol.Transport;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Manages the flow-control window of a connection for the content that the server receives. It counts the octets that
 * may still arrive on all streams together, and the octets that were read since the last WINDOW_UPDATE. Owned by the
 * loop thread, unless a method says otherwise.
 *
 * <p>Streams that no handler reads yet can use up the whole window of the connection. Without more window, a handler
 * that waits for content of another stream would wait for ever (RFC 9113, 5.2.2). So this class then lends the window
 * more octets. Content that is read later repays the loan. Even with loans, all streams together hold no more than
 * their own windows allow.
 *
 * <p>A tunnel is a stream that another protocol has taken over. The protocol waits for content as long as the tunnel
 * exists. So the window gets one loan for all tunnels. The window gets another loan only after a tunnel has received
 * content, or has asked its client for an answer. So silent tunnels do not enlarge the window again and again, and
 * their clients can still answer.
 */
final class ContentCredit {
    /** The octets of one loan: a few frames. The window counts as low when it has fewer octets than this. */
    private static final int LOAN = 64 * 1024;

    private final Transport transport;
    private final FrameOutput output;
    private final ReceiveWindow window;
    // Octets that handlers have read and the window has not counted yet.
    private final AtomicInteger read = new AtomicInteger();
    private final AtomicInteger waiting = new AtomicInteger(); // handlers that wait for content
    private final ConnectionTask givingBack;

    // owned by the loop thread
    private int tunnels; // streams on which other protocols wait for content
    // Whether, since the last loan for tunnels, a tunnel has begun to wait, received something or asked for an answer.
    private boolean tunnelHeard;

    private volatile boolean low; // whether the window has less than a loan; written by the loop thread

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

    /** Takes the octets of a DATA frame out of the window. Returns false if the window has fewer. */
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

    /** Counts octets of dropped content or padding as used, and also those that handlers have read. */
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
