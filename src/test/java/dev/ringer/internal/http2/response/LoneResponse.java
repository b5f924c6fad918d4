package dev.ringer.internal.http2.response;

import dev.ringer.internal.http2.flow.Priority;

/** A response without a stream. */
final class LoneResponse extends ResponseSender {
    private boolean done;

    LoneResponse(FrameOutput output, int id) {
        super(output, id, Priority.DEFAULT);
    }

    /** Whether the stream would be over now. */
    boolean done() {
        return done;
    }

    @Override
    protected void onInterrupted() {}

    @Override
    protected void onTaken() {}

    @Override
    protected void onDone() {
        done = true;
    }
}
