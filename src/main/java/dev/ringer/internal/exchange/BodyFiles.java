package dev.ringer.internal.exchange;

import dev.ringer.internal.body.ContentPump;
import dev.ringer.internal.observe.FailureLog;
import dev.ringer.internal.observe.ServerLog;
import dev.ringer.internal.protocol.HttpStream;
import dev.ringer.internal.protocol.Loop;
import java.io.IOException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Receives large request bodies into temporary files before their handlers are called, so that no handler waits for a
 * slow client. This is the setting {@code ringer.bodyFile}: without it, there is no such object. Event loops judge how
 * fast the bodies arrive, and file threads write them.
 */
final class BodyFiles {
    private static final FailureLog FAILURES = new FailureLog("Cannot store a request body (ringer.bodyFile)");

    /** The content of a request, for the server instead of the application: nothing waits for the executor. */
    private static final class Arriving extends StreamSource {
        Arriving(Exchange exchange) {
            super(exchange, exchange.calls(), exchange.stream().requestLength());
        }

        @Override
        public void call(Runnable code) {
            code.run();
        }
    }

    private final long largestWithout;

    /** Makes the object of a server. Bodies of up to {@code largestWithout} bytes go to their handlers directly. */
    BodyFiles(long largestWithout) {
        this.largestWithout = largestWithout;
    }

    /**
     * Whether the body of a request that begins may go to a file: it is large or of unknown length, has not arrived, and
     * is no tunnel for another protocol.
     */
    boolean take(HttpStream stream) {
        long length = stream.requestLength();
        boolean large = length < 0 || length > largestWithout;
        return large && !stream.requestArrived() && !stream.switchable();
    }

    /**
     * Receives the body of a request, and then passes the exchange on. Answers with an error instead if the body does
     * not arrive, or cannot be stored.
     *
     * @param next runs the handler. A loop calls it as application code
     */
    void receive(Exchange exchange, BodyFile file, Consumer<Exchange> next) {
        if (BothWays.allowedBy(exchange.getHttpContext())) {
            exchange.stream().limitBodyTime(false);
        }
        loop(exchange).files().execute(() -> {
            try {
                CompletionStage<BodyFile> arrival =
                        ContentPump.receive(new Arriving(exchange), file, failure -> failure);
                arrival.whenComplete((received, failure) -> end(exchange, received, failure, next));
            } catch (RuntimeException | Error fault) {
                onFault(exchange, fault);
            }
        });
    }

    private static void end(Exchange exchange, BodyFile received, Throwable failure, Consumer<Exchange> next) {
        try {
            if (failure == null) {
                exchange.bodyFile(received);
                callLater(exchange, next);
            } else if (failure instanceof StorageFailure storage) {
                FAILURES.failed(storage, "sent " + storage.status());
                exchange.refuseUnstored(storage.status());
            } else if (failure instanceof IOException unreceived) {
                exchange.refuseUnreceived(unreceived);
            } else {
                onFault(exchange, failure);
            }
        } catch (RuntimeException | Error fault) {
            onFault(exchange, fault);
        }
    }

    /** Aborts an exchange because of a bug of the server or because no memory is left. No other code would end it. */
    private static void onFault(Exchange exchange, Throwable fault) {
        ServerLog.unexpected(
                "Unexpected error while storing a request body (ringer.bodyFile); aborted the request", fault);
        abort(exchange);
    }

    private static void abort(Exchange exchange) {
        exchange.enter();
        exchange.abort();
    }

    private static void callLater(Exchange exchange, Consumer<Exchange> next) {
        Loop loop = loop(exchange);
        AtomicBoolean taken = new AtomicBoolean();
        loop.execute(() -> {
            if (!taken.compareAndSet(false, true)) {
                return;
            }
            if (loop.stopped()) {
                abort(exchange);
            } else {
                loop.runApplication(() -> next.accept(exchange));
            }
        });
        if (loop.stopped() && taken.compareAndSet(false, true)) { // then it may have ended, and run no more tasks
            abort(exchange);
        }
    }

    private static Loop loop(Exchange exchange) {
        return exchange.stream().transport().loop();
    }
}
