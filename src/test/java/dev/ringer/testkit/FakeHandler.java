package dev.ringer.testkit;

import dev.ringer.internal.http.Violation;
import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.observe.ServerCounts;
import dev.ringer.internal.protocol.HttpStream;
import dev.ringer.internal.protocol.RequestHandler;

/**
 * Fakes the server above a protocol. It admits every request, but fails if a request is to be handled. A subclass
 * overrides what it does differently.
 */
public class FakeHandler implements RequestHandler {
    private final ServerCounts counts = new ServerCounts(Violation.values());
    private final boolean runsOnLoop;
    private int refused;

    /** Creates a server whose handlers have their own threads. */
    public FakeHandler() {
        this(false);
    }

    /** Creates a server whose handlers run on the loop's thread, or on their own threads. */
    public FakeHandler(boolean runsOnLoop) {
        this.runsOnLoop = runsOnLoop;
    }

    /** Returns the number of requests that the protocol refused. */
    public int refused() {
        return refused;
    }

    @Override
    public Limit limitReached(HttpStream stream) {
        return null;
    }

    @Override
    public <S extends HttpStream & Runnable> Runnable admit(S stream) {
        return stream;
    }

    @Override
    public void onRequest(HttpStream stream) {
        throw new AssertionError("a request");
    }

    @Override
    public void onRefused(HttpStream stream, int status, int length, String reason) {
        refused++;
    }

    @Override
    public ServerCounts counts() {
        return counts;
    }

    @Override
    public boolean runsOnLoop() {
        return runsOnLoop;
    }

    @Override
    public boolean stopping() {
        return false;
    }
}
