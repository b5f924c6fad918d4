package dev.ringer.contract;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Fate;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Response;
import dev.ringer.testkit.Ring;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Where a script is played: one server, the clients it needs, and the transcript. The server is created by the first
 * call that needs it and started by the first connection, so that a script registers its contexts first.
 */
final class Stage implements AutoCloseable {
    /** Something that may fail with an exception whose type is noted. */
    @FunctionalInterface
    interface Attempt {
        void run() throws Exception;
    }

    private final Provider provider;
    private final Transport transport;
    private final Mode mode;
    private final Transcript transcript = new Transcript();
    private final AtomicInteger handlersRunning = new AtomicInteger();
    private final List<HttpServer> bareServers = new ArrayList<>();
    private TestServer server;

    Stage(Provider provider, Mode mode) {
        this.provider = provider;
        this.transport = transport(provider);
        this.mode = mode;
    }

    /**
     * Returns what carries the messages of this run to the provider. The JDK's server has no HTTP/2, so it is compared by HTTP/1. In the
     * inner ring that goes without TLS: what TLS changes shows in the runs over {@link Transport#TLS}.
     */
    private static Transport transport(Provider provider) {
        Transport current = Transport.current();
        return provider == Provider.JDK && current.isHttp2() && !Ring.full() ? Transport.CLEAR : current.with(provider);
    }

    Mode mode() {
        return mode;
    }

    boolean speaksHttp2() {
        return provider == Provider.RINGER && !Transport.HTTP1.contains(Transport.current());
    }

    // ---- the server

    /** The server, bound and perhaps not started. */
    HttpServer server() throws IOException {
        return testServer().server();
    }

    /** A server of its own for a script about life cycles; unbound when the address is null. */
    HttpServer bareServer(InetSocketAddress address) throws IOException {
        HttpServer bare = TestServer.createServer(provider, transport, mode, address, Map.of());
        bareServers.add(bare);
        return bare;
    }

    /** Adds a context for everything. */
    HttpContext serve(HttpHandler handler) throws IOException {
        return serve("/", handler);
    }

    /** Adds a context. */
    HttpContext serve(String path, HttpHandler handler) throws IOException {
        return testServer().context(path, watched(handler));
    }

    /** Adds a filter that is told apart by what it does. */
    static Filter filter(FilterBody body) {
        return new Filter() {
            @Override
            public void doFilter(HttpExchange exchange, Chain chain) throws IOException {
                body.filter(exchange, chain);
            }

            @Override
            public String description() {
                return "test filter";
            }
        };
    }

    /** What a filter does. */
    @FunctionalInterface
    interface FilterBody {
        void filter(HttpExchange exchange, Filter.Chain chain) throws IOException;
    }

    void start() throws IOException {
        if (!testServer().started()) {
            testServer().start();
        }
    }

    /** A new connection to the started server. */
    RawClient connect() throws IOException {
        start();
        return testServer().connect();
    }

    /** A new connection to the server as it is: the system accepts it even before {@code start()}. */
    RawClient connectWithoutStart() throws IOException {
        return testServer().connect();
    }

    private TestServer testServer() throws IOException {
        if (server == null) {
            server = TestServer.create(provider, transport, mode, Map.of());
        }
        return server;
    }

    private HttpHandler watched(HttpHandler handler) {
        return exchange -> {
            handlersRunning.incrementAndGet();
            try {
                handler.handle(exchange);
            } finally {
                handlersRunning.decrementAndGet();
            }
        };
    }

    // ---- patience

    /** How long to wait for what Ringer does, and the JDK's server does not where this difference applies. */
    Duration patience(IntendedDifference difference) {
        return provider == Provider.JDK && applies(difference) ? Deadlines.QUIET : Deadlines.PATIENCE;
    }

    /** How long to wait for what the JDK's server does where this difference applies, and Ringer never does. */
    Duration patienceForJdk(IntendedDifference difference) {
        return provider == Provider.JDK && applies(difference) ? Deadlines.PATIENCE : Deadlines.QUIET;
    }

    /** How long to wait for what Ringer does, and the JDK's server perhaps does not. */
    Duration patienceForRinger() {
        return provider == Provider.JDK ? Deadlines.QUIET : Deadlines.PATIENCE;
    }

    private static boolean applies(IntendedDifference difference) {
        return difference.on(Runtime.version()) != Releases.Verdict.AGREES;
    }

    // ---- the transcript

    void note(Object line) {
        transcript.note(String.valueOf(line));
    }

    /** Notes how the attempt ended: "ok", or the type of the exception. */
    void attempt(String what, Attempt attempt) {
        note(what + ": " + outcome(attempt));
    }

    private static String outcome(Attempt attempt) {
        try {
            attempt.run();
            return "ok";
        } catch (AssertionError e) {
            throw e;
        } catch (Throwable thrown) {
            return Transcript.describe(thrown);
        }
    }

    /** Reads and notes the answer to a GET, or what came instead. */
    void noteResponse(RawClient client) throws IOException {
        noteResponse(client, "GET");
    }

    /** Reads and notes the answer to a request with this method, or what came instead. */
    void noteResponse(RawClient client, String method) throws IOException {
        try {
            note(client.readResponse(method));
        } catch (EOFException | SocketException e) {
            note("no response: closed");
        } catch (SocketTimeoutException e) {
            note("no response: silent");
        }
    }

    /** Notes a response line by line. */
    void note(Response response) {
        Transcript.describe(response).forEach(transcript::note);
    }

    /** Notes only the status line of the next response, or what came instead. */
    void noteStatus(RawClient client) throws IOException {
        try {
            note(client.readResponse().statusLine());
        } catch (EOFException | SocketException e) {
            note("no response: closed");
        }
    }

    /** What becomes of a connection whose request was refused, or not read to its end. */
    Fate afterRefusal() {
        return transport.afterRefusal();
    }

    /** A new connection to a server of the script's own. */
    RawClient connect(HttpServer bare) throws IOException {
        return RawClient.connect(bare.getAddress().getPort(), transport);
    }

    /** Waits for the end of the stream, without sending anything, and notes whether it came. */
    void noteEnd(RawClient client) throws IOException {
        note(client.awaitEnd(Deadlines.PATIENCE));
    }

    /** Waits until the server's threads have noted this many lines; for what happens after the client has its answer. */
    void awaitServerNotes(int count) {
        transcript.awaitServerLines(count);
    }

    /** Waits for the end of all handlers. */
    void awaitHandlers() {
        Deadlines.await("handlers have returned", () -> handlersRunning.get() == 0);
    }

    List<String> transcript() {
        awaitHandlers();
        return transcript.lines();
    }

    @Override
    public void close() throws IOException {
        bareServers.forEach(bare -> bare.stop(0));
        if (server != null) {
            server.close();
        }
    }
}
