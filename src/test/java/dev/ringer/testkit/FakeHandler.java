package dev.ringer.testkit;

import dev.ringer.internal.http.Violation;
import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.observe.ServerCounts;
import dev.ringer.internal.protocol.HttpStream;
import dev.ringer.internal.protocol.RequestHandler;

/** A server above a protocol. It lets every request begin, but expects none. A subclass overrides what it does otherwise. */
public class FakeHandler implements RequestHandler {
    private final ServerCounts counts = new ServerCounts(Violation.values());
    private final boolean runsOnLoop;
    private int refused;

    /** Handlers have threads of their own. */
    public FakeHandler() {
        this(false);
    }

    /** Handlers run on the loop's thread, or on threads of their own. */
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
