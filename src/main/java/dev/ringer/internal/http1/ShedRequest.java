package dev.ringer.internal.http1;

import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.protocol.ResponseFields;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Answers a request with a 503 because there are too many exchanges (load shedding). The connection stays open if the
 * request allows that. Runs on the loop. Never waits: {@link ConnectionOutput#tryBatch} leaves room in the buffer for
 * this answer.
 */
final class ShedRequest implements Runnable {
    private static final int STATUS = 503;
    private static final byte[] PAGE =
            "<h1>503 Service Unavailable</h1>Too many requests are being handled".getBytes(StandardCharsets.US_ASCII);
    private static final ResponseFields FIELDS = visitor -> {
        visitor.accept("Content-type", "text/html");
        visitor.accept("Retry-after", "1");
    };

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
            answer();
        } catch (IOException ignored) { // the client has closed the connection
            stream.abort();
        } finally {
            output.unlock();
        }
    }

    private void answer() throws IOException {
        boolean content = stream.allowsBody(STATUS);
        connection.shared().handler.onRefused(stream, STATUS, content ? PAGE.length : 0, reached.name());
        stream.respond(STATUS, PAGE.length, FIELDS);
        if (content) {
            stream.write(PAGE, 0, PAGE.length);
        }
        stream.finish();
    }
}
