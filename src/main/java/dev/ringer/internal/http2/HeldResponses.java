package dev.ringer.internal.http2;

import dev.ringer.internal.protocol.ConnectionTask;
import dev.ringer.internal.protocol.Transport;

/**
 * Batches responses if handlers run on the loop thread. A response waits while more requests of its connection wait for
 * their handlers, so that many responses leave in one write. But no response must wait for a slow handler. So a task
 * checks about every millisecond whether responses wait, and sends them. The task stops when it finds none.
 *
 * <pre>
 *   QUIET ──several requests wait, or a response waits──► a check is due in about a millisecond
 *     ▲                                                       │        ▲
 *     └─────────────────── no response waits ─────────────────┴─ sent ─┘
 * </pre>
 *
 * <p>Owned by the loop thread, unless a method says otherwise.
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

    /** Schedules a check in about a millisecond. The check sends the responses that wait at that time. */
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
        // Before the check: a response that comes too late for this check must ask for another one.
        quiet = true;
        if (output.canSend()) {
            output.send();
            lookShortly();
        }
    }

    /** Notes that a response was queued, and waits because other responses will follow. Any thread. */
    void onHeldBack() {
        if (quiet) {
            quiet = false;
            transport.loop().execute(new ConnectionTask(transport, this::lookShortly));
        }
    }
}
