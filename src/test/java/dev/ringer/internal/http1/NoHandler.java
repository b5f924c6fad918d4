package dev.ringer.internal.http1;

import dev.ringer.internal.protocol.HttpStream;
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
    public void onRequest(HttpStream stream) {
        throw new AssertionError("a request");
    }
}
