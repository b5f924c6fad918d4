package dev.ringer.internal.exchange;

import dev.ringer.internal.observe.FailureLog;
import dev.ringer.internal.protocol.HttpStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The actions of the application for the case that the client of one exchange leaves before the exchange ends. One
 * thread at a time may add actions.
 *
 * <p>Neither the server's executor nor a loop runs the actions: the work that an action gives up may occupy all of
 * their threads. A few threads of the process run them. These are daemons, and end when nothing is left to run.
 */
final class DisconnectActions {
    private static final int MAX_THREADS = 4;
    private static final Executor CALLERS = newCallers();
    private static final FailureLog FAILURES = new FailureLog("An onDisconnect action has failed");

    private final HttpStream stream;
    private final CompletableFuture<Void> gone = new CompletableFuture<>();
    private CompletableFuture<Void> last = gone; // completed when the latest action has run

    private DisconnectActions(HttpStream stream) {
        this.stream = stream;
    }

    /** Returns an object without actions that watches the client of an exchange. */
    static DisconnectActions of(HttpStream stream) {
        DisconnectActions actions = new DisconnectActions(stream);
        stream.onDisconnect(() -> actions.gone.complete(null));
        return actions;
    }

    private static Executor newCallers() {
        ThreadPoolExecutor callers = new ThreadPoolExecutor(
                MAX_THREADS, MAX_THREADS, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), DisconnectActions::caller);
        callers.allowCoreThreadTimeOut(true);
        return callers;
    }

    private static Thread caller(Runnable task) {
        Thread thread = new Thread(null, task, "Ringer-on-disconnect", 0, false); // no inheritable thread-locals
        thread.setDaemon(true);
        return thread;
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
