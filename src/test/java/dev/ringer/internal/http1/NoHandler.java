package dev.ringer.internal.http1;

import dev.ringer.internal.observe.ServerCounts;
import dev.ringer.internal.protocol.HttpStream;
import dev.ringer.internal.protocol.RequestHandler;
import dev.ringer.internal.protocol.Violation;

/** For what needs no requests. */
record NoHandler(boolean runsOnLoop, ServerCounts counts) implements RequestHandler {
    /** Handlers with threads of their own. */
    NoHandler() {
        this(false);
    }

    NoHandler(boolean runsOnLoop) {
        this(runsOnLoop, new ServerCounts(Violation.values()));
    }

    @Override
    public boolean stopping() {
        return false;
    }

    @Override
    public <S extends HttpStream & Runnable> Runnable admit(S stream) {
        return stream;
    }

    @Override
    public void onRequest(HttpStream stream) {
        throw new AssertionError("a request");
    }
}
