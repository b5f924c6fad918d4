package dev.ringer.internal.http2;

import dev.ringer.internal.protocol.ConnectionTask;
import dev.ringer.internal.protocol.Transport;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Manages the flow-control window of a connection for request content. The window is the number of octets that the
 * client may still send on all streams together. Owned by the loop thread, unless a method says otherwise.
 *
 * <p>Streams that no handler reads yet can use up the connection's whole window. Then a handler that waits for the
 * content of another stream would wait for ever (RFC 9113, 5.2.2). In this case the server enlarges the window by a
 * loan of {@value #LOAN} octets. The next octets that handlers read repay the loan: the server does not widen the
 * window by these octets. Even with loans, the windows of the single streams limit how much content the server retains.
 *
 * <p>A tunnel is a stream that another protocol, such as WebSocket, has taken over. A tunnel waits for content as long
 * as it exists, so silent tunnels could enlarge the window again and again. To prevent this, all tunnels together get
 * one loan. They get another loan only after a tunnel has received content, or has asked its client for an answer such
 * as a pong.
 */
final class ContentCredit {
    /**
     * The number of octets by which a loan enlarges the window: the content of four full frames. Only a window with
     * fewer octets gets a loan.
     */
    private static final int LOAN = 64 * 1024;

    private final Transport transport;
    private final FrameOutput output;
    private final ReceiveWindow window;
    private final AtomicInteger read = new AtomicInteger(); // octets that handlers have read since the last use()
    private final AtomicInteger waiting = new AtomicInteger(); // the number of handlers that wait for content
    private final ConnectionTask givingBack;

    // owned by the loop thread
    private int tunnels; // the number of streams on which other protocols wait for content
    // Whether tunnels may get a loan. True if, since their last loan, a tunnel has begun to wait, has received content
    // or has asked its client for an answer.
    private boolean tunnelHeard;

    // Whether the connection's window has fewer octets than a loan. Written by the loop thread.
    private volatile boolean low;

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

    /**
     * Subtracts the octets of a DATA frame from the connection's window. Returns false if the client has sent more
     * octets than the window allows.
     */
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
            output.add(ControlFrame.windowUpdate(0, window.lend(LOAN)));
            low = window.open() < LOAN;
        }
    }

    /** Records that the protocol of a tunnel begins or ceases to wait for content. */
    void onTunnelWaits(boolean waits) {
        tunnels += waits ? 1 : -1;
        tunnelHeard |= waits;
        if (waits && low) {
            transport.loop().execute(givingBack);
        }
    }

    /** Records that a tunnel has received content, or has asked its client for an answer. */
    void onTunnelTalks() {
        tunnelHeard = true;
        lendIfWanted();
    }

    /** Records that a handler waits for content. Thread-safe. */
    void onWait() {
        waiting.incrementAndGet();
        if (low) {
            transport.loop().execute(givingBack);
        }
    }

    /** Records that a handler no longer waits for content. Thread-safe. */
    void onWaited() {
        waiting.decrementAndGet();
    }

    /**
     * Counts {@code octets} of dropped content or padding, and all octets that handlers have read since the last call.
     * Queues a WINDOW_UPDATE if {@link ReceiveWindow#use} returns an increment.
     */
    void use(int octets) {
        int increment = window.use(octets + read.getAndSet(0));
        if (increment > 0) {
            output.add(ControlFrame.windowUpdate(0, increment));
        }
    }

    /** Counts octets of content that a handler has read. Thread-safe. */
    void onRead(int octets) {
        int now = read.addAndGet(octets);
        if (now >= window.half() && now - octets < window.half()) {
            transport.loop().execute(givingBack);
        }
    }
}
