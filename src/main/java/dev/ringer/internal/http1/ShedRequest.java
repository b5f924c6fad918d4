package dev.ringer.internal.http1;

import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.protocol.ShedAnswer;

/**
 * Answers a request with a 503 because there are too many exchanges (load shedding). The connection stays open if the
 * request allows that. Runs on the loop. Never waits: {@link ConnectionOutput#tryBatch} leaves room in the buffer for
 * this answer.
 */
final class ShedRequest implements Runnable {
    private final Http1Stream.Connection connection;
    private final Http1Stream stream;
    private final Limit reached;

    ShedRequest(Http1Stream.Connection connection, Http1Stream stream, Limit reached) {
        this.connection = connection;
        this.stream = stream;
        this.reached = reached;
    }

    @Override
    public void run() {
        ConnectionOutput output = connection.output();
        if (!output.tryLock()) {
            // Another thread may hold the lock for a moment, to flush an earlier response. Try again shortly.
            connection.transport().loop().executeShortly(this);
            return;
        }
        try {
            ShedAnswer.send(connection.shared().handler, stream, reached);
        } finally {
            output.unlock();
        }
    }
}
