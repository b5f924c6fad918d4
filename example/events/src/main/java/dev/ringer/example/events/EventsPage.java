package dev.ringer.example.events;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.ringer.events.EventStream;
import dev.ringer.events.ServerSentEvent;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A page that shows server-sent events, and the stream behind it: the time, once a second, to everyone who listens.
 *
 * <p>A listener costs no thread: the handler opens a stream and returns. Each event has a number as its id. A page that
 * has lost its connection connects again, names the last id, and gets what it has missed.
 */
public final class EventsPage implements HttpHandler {
    private static final int REMEMBERED = 60;

    private final Set<EventStream> listeners = ConcurrentHashMap.newKeySet();

    // guarded by this
    private final Deque<ServerSentEvent> latest = new ArrayDeque<>();
    private long number;

    /** Makes the handler with a clock: the example application finds it as a service. */
    public EventsPage() {
        this(Duration.ofSeconds(1));
    }

    /**
     * Makes the handler.
     *
     * @param interval how often it tells the time
     */
    public EventsPage(Duration interval) {
        Executors.newSingleThreadScheduledExecutor(EventsPage::clockThread)
                .scheduleAtFixedRate(this::tellEveryone, interval.toNanos(), interval.toNanos(), TimeUnit.NANOSECONDS);
    }

    private static Thread clockThread(Runnable work) {
        Thread thread = new Thread(work, "ticks");
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        if (exchange.getRequestURI().getPath().endsWith("/stream")) {
            listen(EventStream.open(exchange));
        } else {
            sendPage(exchange);
        }
    }

    // ---- the stream

    private void listen(EventStream stream) throws IOException {
        stream.send(ServerSentEvent.builder()
                .name("welcome")
                .data("you are number " + (listeners.size() + 1))
                .retry(Duration.ofMillis(500))
                .build());
        synchronized (this) { // no event may come between those that were missed and those that follow
            latest.stream()
                    .filter(event -> isAfter(event.id(), stream.lastEventId()))
                    .forEach(stream::trySend);
            listeners.add(stream);
        }
        stream.onClose(() -> listeners.remove(stream));
    }

    /** Whether an event is one that a client has missed. A client that has just come has missed none. */
    private static boolean isAfter(String id, String last) {
        return last != null && last.matches("[0-9]{1,18}") && Long.parseLong(id) > Long.parseLong(last);
    }

    /** A client that is too slow misses an event, and delays nobody. */
    private synchronized void tellEveryone() {
        ServerSentEvent event = ServerSentEvent.builder()
                .id(Long.toString(++number))
                .data(Instant.now().toString())
                .build();
        latest.add(event);
        if (latest.size() > REMEMBERED) {
            latest.remove();
        }
        listeners.forEach(listener -> listener.trySend(event));
    }

    /**
     * Ends all streams, also one that is just getting the events that it has missed. The pages connect again.
     *
     * @param end {@link EventStream#close}, or {@link EventStream#abort} as if the network had failed
     */
    public synchronized void endAll(Consumer<EventStream> end) {
        listeners.forEach(end);
    }

    // ---- the page

    private static void sendPage(HttpExchange exchange) throws IOException {
        try (exchange;
                InputStream page = EventsPage.class.getResourceAsStream("events.html")) {
            byte[] bytes = page.readAllBytes();
            exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
            if (exchange.getRequestMethod().equals("HEAD")) {
                exchange.sendResponseHeaders(200, -1);
            } else {
                exchange.sendResponseHeaders(200, bytes.length);
                exchange.getResponseBody().write(bytes);
            }
        }
    }
}
