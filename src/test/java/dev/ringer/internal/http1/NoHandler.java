package dev.ringer.internal.http1;

import dev.ringer.internal.protocol.HttpStream;
import dev.ringer.internal.protocol.RequestHandler;

/** For what needs no requests. */
record NoHandler(boolean runsOnLoop) implements RequestHandler {
    /** Handlers with threads of their own. */
    NoHandler() {
        this(false);
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
