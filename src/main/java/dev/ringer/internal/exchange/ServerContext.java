package dev.ringer.internal.exchange;

import com.sun.net.httpserver.Authenticator;
import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import dev.ringer.internal.observe.FailureLog;
import dev.ringer.internal.observe.ServerLog;
import dev.ringer.internal.protocol.HandlerPace;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A path of a server, with the handler, filters and authenticator for its requests. These three may change while the
 * server runs. Thread-safe.
 */
public final class ServerContext extends HttpContext {
    private final HttpServer server;
    private final ServerSettings settings;
    private final String path;
    private final Map<String, Object> attributes = new ConcurrentHashMap<>();
    private final List<Filter> filters = new CopyOnWriteArrayList<>();
    private final FailureLog failures;
    private final HandlerPace pace = new HandlerPace();
    private final AtomicBoolean lengthIgnored =
            new AtomicBoolean(); // whether noteIgnoredLength() has written to the log
    private final AtomicBoolean cutShort = new AtomicBoolean(); // whether noteCutShort() has written to the log
    private volatile boolean bothWays; // what noteBothWays() has noted last
    private volatile HttpHandler handler;
    private volatile Authenticator authenticator;

    public ServerContext(HttpServer server, ServerSettings settings, String path, HttpHandler handler) {
        this.server = server;
        this.settings = settings;
        this.path = path;
        this.handler = handler;
        this.failures = new FailureLog("The handler at " + path + " failed");
    }

    ServerSettings settings() {
        return settings;
    }

    /** Returns what is known about how long the handler takes. */
    HandlerPace pace() {
        return pace;
    }

    /**
     * Notes whether the handler goes on to read request content that it must wait for after it has begun its response.
     * If not, it reads first. Different requests may be treated differently; the last one decides.
     */
    void noteBothWays(boolean now) {
        if (bothWays != now) {
            bothWays = now;
        }
    }

    /** Whether the handler was last seen to serve a stream in both directions. */
    boolean servesBothWays() {
        return bothWays;
    }

    /** Returns the log for failures of this context's handler, filters and authenticator. */
    public FailureLog failures() {
        return failures;
    }

    /**
     * Logs that the handler gave a length for a response without a body. Only the first call writes to the log, because
     * a client could send any number of HEAD requests.
     */
    void noteIgnoredLength(int status, long length) {
        if (lengthIgnored.compareAndSet(false, true)) {
            ServerLog.lengthIgnored(status, length);
        }
    }

    /** Logs that the handler wrote fewer bytes than it announced. Only the first call writes to the log. */
    void noteCutShort(long announced, long written) {
        if (cutShort.compareAndSet(false, true)) {
            ServerLog.cutShort(path, announced, written);
        }
    }

    @Override
    public HttpHandler getHandler() {
        return handler;
    }

    @Override
    public synchronized void setHandler(HttpHandler newHandler) {
        Objects.requireNonNull(newHandler, "handler");
        if (handler != null) {
            throw new IllegalArgumentException("handler already set");
        }
        handler = newHandler;
    }

    @Override
    public String getPath() {
        return path;
    }

    @Override
    public HttpServer getServer() {
        return server;
    }

    @Override
    public Map<String, Object> getAttributes() {
        return attributes;
    }

    @Override
    public List<Filter> getFilters() {
        return filters;
    }

    @Override
    public synchronized Authenticator setAuthenticator(Authenticator newAuthenticator) {
        Authenticator before = authenticator;
        authenticator = newAuthenticator;
        return before;
    }

    @Override
    public Authenticator getAuthenticator() {
        return authenticator;
    }
}
