package dev.ringer.events;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Opens streams, and passes them to the test. */
final class EventHandler implements HttpHandler {
    /** Options without heartbeats, which would come between the events that a test expects. */
    static final EventStreamOptions QUIET =
            EventStreamOptions.builder().heartbeat(Duration.ZERO).build();

    final AtomicInteger closed = new AtomicInteger(); // streams that have ended
    private final EventStreamOptions options;
    private final BlockingQueue<EventStream> opened = new LinkedBlockingQueue<>();

    EventHandler() {
        this(QUIET);
    }

    EventHandler(EventStreamOptions options) {
        this.options = options;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        EventStream stream = EventStream.open(exchange, options);
        stream.onClose(closed::incrementAndGet);
        opened.add(stream);
    }

    /** Waits for the next stream. */
    EventStream stream() throws InterruptedException {
        EventStream stream = opened.poll(Deadlines.PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        if (stream == null) {
            throw new AssertionError("no stream was opened");
        }
        return stream;
    }

    void awaitClosed(int count) {
        Deadlines.await(() -> "closed: " + closed + " of " + count, () -> closed.get() == count);
    }

    /** Starts a server of Ringer. */
    TestServer start(Mode mode, Map<String, String> properties) throws IOException {
        return TestServer.create(Provider.RINGER, Transport.current(), mode, properties)
                .handle(EventClient.PATH, this)
                .start();
    }

    /** Starts a server of Ringer. */
    TestServer start(Mode mode) throws IOException {
        return start(mode, Map.of());
    }
}
