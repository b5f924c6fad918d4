package bench;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.ringer.events.EventStream;
import dev.ringer.events.ServerSentEvent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Adds event streams to a server, and a path that sends an event to all of them. SpiApp loads this class by name. */
public final class RingerEvents implements Consumer<HttpServer> {
    private final Set<EventStream> streams = ConcurrentHashMap.newKeySet();

    @Override
    public void accept(HttpServer server) {
        server.createContext("/events", this::open);
        server.createContext("/publish", this::publish);
    }

    private void open(HttpExchange exchange) throws IOException {
        EventStream stream = EventStream.open(exchange);
        streams.add(stream);
        stream.onClose(() -> streams.remove(stream));
    }

    private void publish(HttpExchange exchange) throws IOException {
        ServerSentEvent event = ServerSentEvent.of(
                new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        streams.forEach(stream -> stream.trySend(event));
        exchange.sendResponseHeaders(204, -1);
        exchange.close();
    }
}
