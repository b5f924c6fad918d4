package dev.ringer.internal.http1;

import dev.ringer.internal.observe.ServerCounts;
import dev.ringer.internal.protocol.HttpStream;
import dev.ringer.internal.protocol.RequestHandler;
import dev.ringer.internal.protocol.Violation;

/** For what needs no requests. */
final class NoHandler implements RequestHandler {
    private final ServerCounts counts = new ServerCounts(Violation.values());

    @Override
    public ServerCounts counts() {
        return counts;
    }

    @Override
    public boolean runsOnLoop() {
        return false;
    }

    @Override
    public boolean stopping() {
        return false;
    }

    @Override
    public boolean tryAdmit() {
        return true;
    }

    @Override
    public void onRequest(HttpStream stream) {
        throw new AssertionError("a request");
    }
}
