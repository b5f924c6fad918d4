package dev.ringer.internal.http2;

import dev.ringer.internal.protocol.ConnectionTask;
import dev.ringer.internal.protocol.Transport;

/**
 * Batches responses where handlers run on the loop thread. A response is held back while more requests of its
 * connection wait for their handlers, so that many responses leave in one write. But a handler may be slow, so a task
 * checks for responses that are held back.
 *
 * <pre>
 *   QUIET ──several requests wait, or a response is held back──► a check is due in about a millisecond
 *     ▲                                                              │        ▲
 *     └──────────────────── nothing is held back ────────────────────┴─ sent ─┘
 * </pre>
 *
 * <p>So no response waits for a slow handler, and no task runs while no response ends. Owned by the loop thread, unless
 * a method says otherwise.
 */
final class HeldResponses {
    private final Transport transport;
    private final FrameOutput output;
    private ConnectionTask looking; // null before the first
    private boolean scheduled;
    private volatile boolean quiet = true; // whether no check is due

    HeldResponses(Transport transport, FrameOutput output) {
        this.transport = transport;
        this.output = output;
    }

    /** Schedules a check in about a millisecond, which sends what is held back then. */
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
        // This stands before the check. So a response that comes too late for this check asks for another.
        quiet = true;
        if (output.hasQueued()) {
            output.send();
            lookShortly();
        }
    }

    /** Notes that a response was queued, and is not sent because others are to follow. Any thread. */
    void onHeldBack() {
        if (quiet) {
            quiet = false;
            transport.loop().execute(new ConnectionTask(transport, this::lookShortly));
        }
    }
}
