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
 * The environment of a script: one server, the clients, and the transcript. The first call that needs the server
 * creates it, and the first connection starts it. So a script can register its contexts first.
 */
final class Stage implements AutoCloseable {
    /** Code that may fail. The transcript records the type of the exception. */
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
     * Returns the transport for this run. The JDK's server has no HTTP/2, so it uses HTTP/1, in the inner ring without
     * TLS. The effects of TLS show in the runs over {@link Transport#TLS}.
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

    /** Returns the bound server, which may not be started. */
    HttpServer server() throws IOException {
        return testServer().server();
    }

    /** Creates a separate server for a script about life cycles; unbound if the address is null. */
    HttpServer bareServer(InetSocketAddress address) throws IOException {
        HttpServer bare = TestServer.createServer(provider, transport, mode, address, Map.of());
        bareServers.add(bare);
        return bare;
    }

    /** Adds a context for all paths. */
    HttpContext serve(HttpHandler handler) throws IOException {
        return serve("/", handler);
    }

    HttpContext serve(String path, HttpHandler handler) throws IOException {
        return testServer().context(path, watched(handler));
    }

    /** Returns a filter that runs {@code body}. */
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

    @FunctionalInterface
    interface FilterBody {
        void filter(HttpExchange exchange, Filter.Chain chain) throws IOException;
    }

    void start() throws IOException {
        if (!testServer().started()) {
            testServer().start();
        }
    }

    /** Connects to the server, and starts it if necessary. */
    RawClient connect() throws IOException {
        start();
        return testServer().connect();
    }

    /** Connects without starting the server. The system accepts connections even before {@code start()}. */
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

    // ---- time limits

    /** Returns the time to wait for what only Ringer does, if this difference applies to this JDK. */
    Duration patience(IntendedDifference difference) {
        return provider == Provider.JDK && applies(difference) ? Deadlines.QUIET : Deadlines.PATIENCE;
    }

    /** Returns the time to wait for what only the JDK's server does, if this difference applies to this JDK. */
    Duration patienceForJdk(IntendedDifference difference) {
        return provider == Provider.JDK && applies(difference) ? Deadlines.PATIENCE : Deadlines.QUIET;
    }

    /** Returns the time to wait for what Ringer does, and the JDK's server perhaps does not. */
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

    /** Records the result of the attempt: "ok", or the type of the exception. */
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

    /** Reads and records the response to a GET request, or that none came. */
    void noteResponse(RawClient client) throws IOException {
        noteResponse(client, "GET");
    }

    /** Reads and records the response to a request with this method, or that none came. */
    void noteResponse(RawClient client, String method) throws IOException {
        try {
            note(client.readResponse(method));
        } catch (EOFException | SocketException e) {
            note("no response: closed");
        } catch (SocketTimeoutException e) {
            note("no response: silent");
        }
    }

    /** Records a response line by line. */
    void note(Response response) {
        Transcript.describe(response).forEach(transcript::note);
    }

    /** Records only the status line of the next response, or that none came. */
    void noteStatus(RawClient client) throws IOException {
        try {
            note(client.readResponse().statusLine());
        } catch (EOFException | SocketException e) {
            note("no response: closed");
        }
    }

    /** Returns the expected state of a connection whose request was refused, or not read to its end. */
    Fate afterRefusal() {
        return transport.afterRefusal();
    }

    /** Connects to a server that the script has created. */
    RawClient connect(HttpServer bare) throws IOException {
        return RawClient.connect(bare.getAddress().getPort(), transport);
    }

    /** Waits for the end of the stream, without sending anything, and records whether it came. */
    void noteEnd(RawClient client) throws IOException {
        note(client.awaitEnd(Deadlines.PATIENCE));
    }

    /** Waits until the server's threads have recorded this many lines, for events after the client has its response. */
    void awaitServerNotes(int count) {
        transcript.awaitServerLines(count);
    }

    /** Waits until all handlers have returned. */
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
