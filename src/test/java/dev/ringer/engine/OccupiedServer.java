package dev.ringer.engine;

import com.sun.net.httpserver.HttpExchange;
import dev.ringer.testkit.Gate;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.ThreadKind;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * A server whose thread for handlers is blocked between {@link #occupy} and {@link #release}. The path {@code /} echoes
 * the request's body immediately.
 */
final class OccupiedServer implements AutoCloseable {
    private static final String BODY = "begun and ended";
    private static final int BEGUN = 6;

    private final Occupation occupation;
    private final FullExecutor executor = new FullExecutor(); // only for EXECUTOR_IS_FULL
    private final Gate gate = new Gate();
    private final TestServer server;
    private RawClient occupant;
    private RawClient waiting; // waits for room in the executor

    OccupiedServer(Occupation occupation, Transport transport, Map<String, String> properties) throws IOException {
        this.occupation = occupation;
        Mode mode = occupation.mode();
        server = mode == null
                ? TestServer.create(Provider.RINGER, transport, executor, properties)
                : TestServer.create(Provider.RINGER, transport, mode, properties);
        server.handle("/", OccupiedServer::echo);
        server.handle("/occupy", this::occupyThread);
        server.start();
    }

    TestServer server() {
        return server;
    }

    /** Blocks the thread for handlers. */
    void occupy() throws IOException {
        occupant = KeptAlive.connect(server);
        occupant.request("POST", "/occupy", "Transfer-Encoding: chunked", "Incremental: ?1");
        if (readsBody()) {
            occupant.send(chunk(BODY.substring(0, BEGUN)));
        }
        gate.awaitArrival();
        if (occupation == Occupation.EXECUTOR_IS_FULL) {
            waiting = server.connect().get("/");
            executor.awaitHeldCaller();
        }
    }

    private static String chunk(String text) {
        return Integer.toHexString(text.length()) + "\r\n" + text + "\r\n";
    }

    private boolean readsBody() {
        return switch (occupation) {
            case READS, JOINS_PLATFORM_READER, JOINS_VIRTUAL_READER -> true;
            case WAITS, SPINS, WAITS_IN_CALLER, EXECUTOR_IS_FULL -> false;
        };
    }

    /** Releases the handler, and checks that its client gets the answer. */
    void release() throws IOException {
        gate.open();
        occupant.send(chunk(readsBody() ? BODY.substring(BEGUN) : BODY) + "0\r\n\r\n");
        if (!occupant.readResponse().text().equals(BODY)) {
            throw new AssertionError("the handler that was held gave another answer");
        }
        if (occupation == Occupation.EXECUTOR_IS_FULL && waiting.readResponse().status() != 200) {
            throw new AssertionError("the request that waited for the executor was not answered");
        }
    }

    private void occupyThread(HttpExchange exchange) throws IOException {
        switch (occupation) {
            case WAITS, WAITS_IN_CALLER, EXECUTOR_IS_FULL -> gate.pass();
            case SPINS -> gate.passSpinning();
            case READS -> readBeginning(exchange);
            case JOINS_PLATFORM_READER -> joinReader(ThreadKind.PLATFORM, exchange);
            case JOINS_VIRTUAL_READER -> joinReader(ThreadKind.VIRTUAL, exchange);
        }
        if (!readsBody()) {
            echo(exchange);
        }
    }

    private void readBeginning(HttpExchange exchange) throws IOException {
        byte[] beginning = exchange.getRequestBody().readNBytes(BEGUN);
        gate.arrive();
        byte[] rest = exchange.getRequestBody().readAllBytes();
        answer(exchange, new String(beginning, StandardCharsets.ISO_8859_1) + new String(rest));
    }

    private void joinReader(ThreadKind kind, HttpExchange exchange) throws IOException {
        Thread reader = kind.start(() -> {
            try {
                readBeginning(exchange);
            } catch (IOException cutOff) {
                exchange.close();
            }
        });
        try {
            reader.join();
        } catch (InterruptedException e) {
            throw new InterruptedIOException("interrupted while the body was read");
        }
    }

    private static void echo(HttpExchange exchange) throws IOException {
        answer(exchange, new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.ISO_8859_1));
    }

    private static void answer(HttpExchange exchange, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        exchange.sendResponseHeaders(200, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    @Override
    public void close() throws IOException {
        gate.open();
        if (occupant != null) {
            occupant.close(); // ends a reader that still waits
        }
        server.close();
        executor.close();
    }
}
