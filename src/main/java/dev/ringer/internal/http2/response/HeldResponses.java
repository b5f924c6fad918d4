package dev.ringer.internal.http2.response;

import dev.ringer.internal.protocol.ConnectionTask;
import dev.ringer.internal.protocol.Transport;

/**
 * Batches responses if handlers run on the loop thread. While more requests of the same connection wait for their
 * handlers, finished responses wait too, so that one write sends many of them. A slow handler must not delay these
 * responses, so a task sends them about every millisecond. The task stops when no response waits.
 *
 * <pre>
 *   QUIET ──several requests wait, or a response waits──► a check is due in about a millisecond
 *     ▲                                                       │        ▲
 *     └─────────────────── no response waits ─────────────────┴─ sent ─┘
 * </pre>
 *
 * <p>Owned by the loop thread, unless a method says otherwise.
 */
public final class HeldResponses {
    private final Transport transport;
    private final FrameOutput output;
    private ConnectionTask checking; // task that checks for responses that wait; null before the first check
    private boolean scheduled;
    private volatile boolean quiet = true; // whether no check is scheduled

    public HeldResponses(Transport transport, FrameOutput output) {
        this.transport = transport;
        this.output = output;
    }

    /** Schedules a check in about a millisecond. The check sends all finished responses. */
    public void checkShortly() {
        if (!scheduled) {
            scheduled = true;
            if (checking == null) {
                checking = new ConnectionTask(transport, this::check);
            }
            transport.loop().executeShortly(checking);
        }
        quiet = false;
    }

    private void check() {
        scheduled = false;
        // First set this field, then call canSend(). In the other order, no check would be scheduled for a response
        // that another thread queues between the two steps.
        quiet = true;
        if (output.canSend()) {
            output.send();
            checkShortly();
        }
    }

    /**
     * Schedules a check for a response that was queued but not sent, because other responses will follow it.
     * Thread-safe.
     */
    public void onHeldBack() {
        if (quiet) {
            quiet = false;
            transport.loop().execute(new ConnectionTask(transport, this::checkShortly));
        }
    }
}
