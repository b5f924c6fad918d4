package dev.ringer.internal.exchange;

import dev.ringer.internal.observe.FailureLog;
import dev.ringer.internal.protocol.HttpStream;
import dev.ringer.internal.threads.DaemonThreads;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * The actions that the application wants to run if the client goes away before one exchange ends. Only one thread at a
 * time may add actions.
 *
 * <p>The actions run on a few daemon threads, which all servers share, and which end when nothing is left to run.
 * Neither the executor nor the loops run the actions, because all their threads may be busy with long work that an
 * action is meant to stop.
 */
final class DisconnectActions {
    private static final Executor CALLERS = new DaemonThreads("Ringer-on-disconnect", 4);
    private static final FailureLog FAILURES = new FailureLog("An onDisconnect action threw an exception");

    private final HttpStream stream;
    private final CompletableFuture<Void> gone = new CompletableFuture<>();
    // completes when the action that was added last has run; without any action, when the client is gone
    private CompletableFuture<Void> last = gone;

    /** Creates an object without actions, and asks the stream to report when the client goes away. */
    DisconnectActions(HttpStream stream) {
        this.stream = stream;
        stream.onDisconnect(() -> gone.complete(null));
    }

    void add(Runnable action) {
        last = last.thenRunAsync(() -> run(action), CALLERS);
    }

    private void run(Runnable action) {
        if (stream.ended()) {
            return;
        }
        try {
            action.run();
        } catch (Throwable failure) { // application code may throw anything
            FAILURES.failed(failure);
        }
    }
}
