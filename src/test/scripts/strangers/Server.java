import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.ringer.Trailers;
import dev.ringer.events.EventStream;
import dev.ringer.events.EventStreamOptions;
import dev.ringer.events.ServerSentEvent;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** The handlers that {@code clients} drives: an upload that is refused, an event stream, and a gRPC method. */
class Server {
    private static final ScheduledExecutorService CLOCK = Executors.newSingleThreadScheduledExecutor(task -> {
        var thread = new Thread(task);
        thread.setDaemon(true);
        return thread;
    });

    public static void main(String[] arguments) throws Exception {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/ok", exchange -> answer(exchange, 200));
        server.createContext("/read", exchange -> {
            exchange.getRequestBody().readAllBytes();
            answer(exchange, 200);
        });
        server.createContext("/refuse", exchange -> answer(exchange, 413)); // without reading the body
        server.createContext("/events", Server::push);
        server.createContext("/test.Chat/Talk", Server::talk);
        switch (arguments[0]) {
            case "none" -> {}
            case "pool" -> server.setExecutor(Executors.newFixedThreadPool(8));
            case "virtual" -> server.setExecutor((java.util.concurrent.Executor)
                    Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null));
            default -> throw new IllegalArgumentException(arguments[0]);
        }
        server.start();
        System.out.println("listening " + server.getAddress().getPort());
    }

    private static void answer(HttpExchange exchange, int status) throws IOException {
        try (exchange) {
            var text = exchange.getRequestURI().getPath().getBytes();
            exchange.sendResponseHeaders(status, text.length);
            exchange.getResponseBody().write(text);
        }
    }

    /** Pushes two events, with some heartbeats between them. */
    private static void push(HttpExchange exchange) throws IOException {
        var stream = EventStream.open(exchange, EventStreamOptions.builder().heartbeat(Duration.ofMillis(100)).build());
        stream.send(ServerSentEvent.builder().id("1").data("first").build());
        CLOCK.schedule(
                () -> {
                    stream.trySend(ServerSentEvent.builder().id("2").data("last").build());
                    stream.close();
                },
                1,
                TimeUnit.SECONDS);
    }

    /** Answers each message with the same message. */
    private static void talk(HttpExchange exchange) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "application/grpc");
        exchange.sendResponseHeaders(200, 0);
        try (exchange) {
            var in = new DataInputStream(exchange.getRequestBody());
            var out = new DataOutputStream(exchange.getResponseBody());
            for (var compressed = in.read(); compressed >= 0; compressed = in.read()) {
                var message = in.readNBytes(in.readInt());
                out.writeByte(0);
                out.writeInt(message.length);
                out.write(message);
                out.flush();
            }
            var status = new Headers();
            status.set("grpc-status", "0");
            Trailers.response(exchange, status);
        } catch (EOFException cut) {
            return; // the exchange is closed before the response is complete, which resets the stream
        }
    }
}
