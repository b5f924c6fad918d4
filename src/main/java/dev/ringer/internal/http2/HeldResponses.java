package dev.ringer.internal.http2;

import dev.ringer.internal.protocol.ConnectionTask;
import dev.ringer.internal.protocol.Transport;

/**
 * The responses that wait for others. Where handlers run on the loop, a response is held back while more requests of its
 * connection wait for theirs, so that many leave in one write; but a handler may take its time, so a task looks after them.
 *
 * <pre>
 *   QUIET ──several requests wait, or a response is held back──► a look is due in about a millisecond
 *     ▲                                                              │        ▲
 *     └──────────────────── nothing is held back ────────────────────┴─ sent ─┘
 * </pre>
 *
 * <p>So nobody waits for a slow handler, and no task comes round while nothing ends. Owned by the loop, but for what says so.
 */
final class HeldResponses {
    private final Transport transport;
    private final FrameOutput output;
    private ConnectionTask looking; // null before the first
    private boolean scheduled;
    private volatile boolean quiet = true; // whether no look is due

    HeldResponses(Transport transport, FrameOutput output) {
        this.transport = transport;
        this.output = output;
    }

    /** Sends in about a millisecond what is held back then. */
    void lookShortly() {
        if (!scheduled) {
            scheduled = true;
            if (looking == null) {
                looking = new ConnectionTask(transport, this::look);
            }
            transport.loop().executeShortly(looking);
        }
        quiet = false;
    }

    private void look() {
        scheduled = false;
        quiet = true; // before looking, so that a response that comes too late for this look asks for another
        if (output.hasQueued()) {
            output.send();
            lookShortly();
        }
    }

    /** A response was queued, and is not sent because others are to follow. Any thread. */
    void onHeldBack() {
        if (quiet) {
            quiet = false;
            transport.loop().execute(new ConnectionTask(transport, this::lookShortly));
        }
    }
}
