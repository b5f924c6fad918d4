package example;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;

/**
 * Server-sent events: the time, once a second, to everyone who listens.
 *
 * <p>A listener costs no thread: {@link #handle} returns at once, and its exchange stays open until the client leaves.
 * One thread writes to all of them.
 */
final class TickStream implements HttpHandler {
    private final Set<HttpExchange> listeners = ConcurrentHashMap.newKeySet();

    TickStream() {
        Executors.newSingleThreadScheduledExecutor(TickStream::clockThread)
                .scheduleAtFixedRate(this::tellEveryone, 1, 1, SECONDS);
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
        exchange.getResponseHeaders().set("Cache-Control", "no-store");
        exchange.sendResponseHeaders(200, 0);
        write(exchange, "event: welcome\ndata: you are number " + (listeners.size() + 1) + "\n\n");
        listeners.add(exchange);
    }

    private void tellEveryone() {
        var event = "data: " + Instant.now() + "\n\n";
        listeners.forEach(listener -> tell(listener, event));
    }

    private void tell(HttpExchange listener, String event) {
        try {
            write(listener, event);
        } catch (IOException left) { // the usual end of such a stream
            listeners.remove(listener);
            listener.close();
        }
    }

    private static void write(HttpExchange exchange, String event) throws IOException {
        var body = exchange.getResponseBody();
        body.write(event.getBytes(UTF_8));
        body.flush(); // what is not flushed may wait
    }

    private static Thread clockThread(Runnable work) {
        var thread = new Thread(work, "ticks");
        thread.setDaemon(true);
        return thread;
    }
}
