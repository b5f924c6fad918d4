package dev.ringer.internal.http1;

import dev.ringer.internal.protocol.MessageStream;
import dev.ringer.internal.protocol.RequestHandler;

/** For what needs no requests. */
final class NoHandler implements RequestHandler {
    @Override
    public boolean runsOnLoop() {
        return false;
    }

    @Override
    public boolean stopping() {
        return false;
    }

    @Override
    public void onRequest(MessageStream stream) {
        throw new AssertionError("a request");
    }
}
