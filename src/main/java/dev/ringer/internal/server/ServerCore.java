package dev.ringer.internal.server;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import dev.ringer.files.CompressionFilter;
import dev.ringer.internal.accesslog.AccessLog;
import dev.ringer.internal.admin.AdminListener;
import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.exchange.ContextTable;
import dev.ringer.internal.exchange.Dispatcher;
import dev.ringer.internal.exchange.ServerContext;
import dev.ringer.internal.exchange.ServerSettings;
import dev.ringer.internal.http.Violation;
import dev.ringer.internal.http1.Http1Protocol;
import dev.ringer.internal.http1.Http1Shared;
import dev.ringer.internal.jfr.FlightRecorderWatch;
import dev.ringer.internal.observe.ServerCounts;
import dev.ringer.internal.observe.ServerLog;
import dev.ringer.internal.observe.SettingsLog;
import dev.ringer.internal.protocol.ClientLimit;
import dev.ringer.internal.protocol.Protocol;
import dev.ringer.internal.protocol.ServerParts;
import dev.ringer.internal.proxy.ProxyProtocolStage;
import dev.ringer.internal.threads.SharedPool;
import dev.ringer.internal.threads.VirtualThreads;
import dev.ringer.internal.transport.Acceptor;
import dev.ringer.internal.transport.EventLoop;
import dev.ringer.internal.transport.FirstUses;
import dev.ringer.internal.transport.ListeningSockets;
import dev.ringer.internal.transport.OpenConnections;
import dev.ringer.internal.transport.tls.TlsEngines;
import dev.ringer.internal.transport.tls.TlsProtocol;
import dev.ringer.internal.transport.tls.TlsSettings;
import dev.ringer.multipart.FormException;
import dev.ringer.observe.ServerStatistics;
import dev.ringer.options.AccessLogOptions;
import dev.ringer.options.Listen;
import dev.ringer.options.Proxies;
import dev.ringer.options.Proxies.ProxyProtocol;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.Settings;
import dev.ringer.options.Settings.Handlers;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.ToIntFunction;

/**
 * The implementation that {@code HttpServer} and {@code HttpsServer} share, with the lifecycle of a server:
 *
 * <pre>
 *   UNBOUND ──bind──► BOUND ──start──► STARTED ──stop──► STOPPED
 *      └───────────────┴────────────────stop───────────────▲
 * </pre>
 *
 * <p>Before {@code start()}, only the listening socket exists. So a server that was never started has no threads and
 * does not keep the JVM alive. Thread-safe. A handler may call {@code stop}.
 */
final class ServerCore {
    private enum State {
        UNBOUND,
        BOUND,
        STARTED,
        STOPPED
    }

    private static final int CORES_PER_LOOP = 8;

    /** Makes the compression filter. A separate class, so that the JVM loads the filter only if compression is on. */
    private static final class Compressing {
        static Filter filter() {
            return CompressionFilter.of();
        }
    }

    private final HttpServer face; // the server object that the application uses
    private final ServerOptions given; // the options without the system properties for the port
    private final boolean byProperties; // whether to read system properties such as ringer.port.8443.jmx
    private final boolean silentGiveWay; // whether a client beyond maxConnections replaces the most silent one
    private final AdminListener listener; // null if there is none
    private final ServerSettings settings;
    private final ContextTable contexts;
    private final ServerCounts counts = new ServerCounts(Violation.values());
    private final CoreStatistics statistics;

    // set when the server is bound, and then never changed
    private OpenConnections openConnections;
    private BufferedMemory memory;

    // these fields are guarded by the monitor of this object
    private final List<Acceptor> acceptors = new ArrayList<>();
    private State state = State.UNBOUND;
    private boolean everStarted;
    private TlsEngines engines; // null for clear text
    private ListeningSockets sockets;
    private Executor executor;
    private Executor shownExecutor; // result of getExecutor() if the application has set none; null before the start
    private Dispatcher dispatcher;
    private volatile Shutdown shutdown; // null until the started server is stopped, and then never changed
    private EventLoop[] loops = {};

    // null for an HTTP server, which speaks TLS only if the settings have certificates
    private volatile HttpsIdentity identity;
    private volatile InetSocketAddress address;
    private volatile AccessLog accessLog; // null if there is no access log
    private volatile ManagedBean managedBean; // null if no MBean is registered
    private volatile ExitDrain exitDrain; // null unless the setting drainOnExit is on

    ServerCore(
            HttpServer face,
            ServerOptions options,
            boolean byProperties,
            boolean silentGiveWay,
            HttpsIdentity identity,
            AdminListener listener) {
        this.listener = listener;
        this.face = face;
        this.given = options;
        this.byProperties = byProperties;
        this.silentGiveWay = silentGiveWay;
        this.identity = identity;
        this.settings = new ServerSettings(options, counts.traffic(), new FormStatus(), compression(options));
        this.contexts = new ContextTable(options.get(Settings.PATH_MATCHING));
        limitClients();
        this.statistics = new CoreStatistics(this);
    }

    private static Filter compression(ServerOptions options) {
        return options.get(Settings.COMPRESSION) == Settings.Compression.GZIP ? Compressing.filter() : null;
    }

    private void limitClients() {
        ClientLimit ofClient = ClientLimit.ofDirectClients(options(), Settings.MAX_CONNECTIONS_PER_CLIENT);
        int max = options().get(Settings.MAX_CONNECTIONS).intValue();
        openConnections = new OpenConnections(max, silentGiveWay, ofClient, counts);
        memory = new BufferedMemory(options().get(Settings.MAX_BUFFERED_MEMORY));
    }

    synchronized void bind(InetSocketAddress wanted, int backlog) throws IOException {
        if (state != State.UNBOUND) {
            throw new BindException("HttpServer already bound");
        }
        Objects.requireNonNull(wanted, "null address");
        if (wanted.isUnresolved()) {
            throw new SocketException("Unresolved address");
        }
        if (byProperties) {
            readOptions(wanted.getPort());
        }
        if (options().get(Settings.REQUEST_METRICS) == Settings.RequestMetrics.ON) {
            settings.measureRequests();
        }
        boolean secure = identity == null && options().get(Settings.TLS).enabled();
        engines = secure ? PemEngines.of(options()) : null;
        sockets = listen(wanted, backlog);
        address = sockets.address();
        state = State.BOUND;
        ServerLog.debug("HttpServer created", address);
    }

    private void readOptions(int port) throws IOException {
        try {
            ServerOptions ofPort = given.withSystemPropertiesOf(port);
            if (ofPort != options()) {
                settings.apply(ofPort, compression(ofPort));
                limitClients();
            }
        } catch (IllegalArgumentException e) { // programs expect an IOException if no server can be made
            throw new IOException(e.getMessage(), e);
        }
    }

    private ListeningSockets listen(InetSocketAddress wanted, int backlog) throws IOException {
        Listen where = options().get(Settings.LISTEN);
        if (where.kind() == Listen.Kind.TCP) {
            return ListeningSockets.bind(wanted, backlog, options().get(Settings.REUSE_PORT));
        }
        return where.path() == null
                ? ListeningSockets.inherit()
                : ListeningSockets.bind(where.path(), backlog, where.permissions(), where.group());
    }

    void start() {
        boolean prepared = false;
        try {
            synchronized (this) {
                prepare();
                prepared = true;
                begin();
            }
        } catch (Throwable failure) { // for example an OutOfMemoryError, if the system cannot create a thread
            if (prepared) {
                endAfter(failure);
            }
            throw failure;
        }
    }

    /** Ends the server without the lock, because a handler that runs already may need the lock. */
    private void endAfter(Throwable failure) {
        try {
            end(0);
        } catch (Throwable later) {
            if (later != failure) { // a listener may throw the same exception twice
                failure.addSuppressed(later);
            }
        }
    }

    /**
     * Makes the objects that a running server needs. If this fails, the server stays bound, and may be started again.
     */
    private void prepare() {
        if (state != State.BOUND) {
            throw new IllegalStateException("server in wrong state");
        }
        Executor handlers = executor != null ? executor : defaultExecutor();
        shownExecutor = handlers != null ? handlers : new AtOnce();
        settings.pushParts().begin(handlers, memory, counts);
        try {
            AccessLogOptions logged = options().get(Settings.ACCESS_LOG);
            accessLog = logged.enabled() ? AccessLog.open(logged) : null;
            dispatcher = new Dispatcher(settings, contexts, counts, handlers, accessLog);
            if (identity != null) {
                engines = identity.engines(options());
            }
            TlsSettings tls = engines == null ? null : new TlsSettings(engines, handlers, options(), memory, counts);
            openLoops(loopCount(handlers == null), tls);
        } catch (IOException e) {
            undoPrepare();
            throw new IllegalStateException("The server cannot start: " + e.getMessage(), e);
        } catch (RuntimeException | Error e) {
            undoPrepare();
            throw e;
        }
        state = State.STARTED;
        everStarted = true;
    }

    /** Starts the threads, and reports the start to the {@link AdminListener} and to the log. */
    private void begin() {
        watchFlightRecorder();
        if (options().get(Settings.JMX)) {
            managedBean = managedBean();
        }
        for (EventLoop loop : loops) {
            loop.start();
        }
        if (!options().get(Settings.DRAIN_ON_EXIT).isZero()) {
            exitDrain = ExitDrain.of(options(), this::notifyStopping, this::end);
        }
        if (listener != null) {
            listener.onStarted(statistics);
        }
        if (options().get(Settings.BANNER)) {
            Path socket = options().get(Settings.LISTEN).path();
            SettingsLog.inform(productName() + " serves " + (engines == null ? "http" : "https") + " on "
                    + (socket == null ? address : socket));
        }
    }

    /** Returns the name of this software for operators, with its version if the jar contains the version. */
    private static String productName() {
        ModuleDescriptor module = ServerCore.class.getModule().getDescriptor();
        String version = module != null
                ? module.rawVersion().orElse(null)
                : ServerCore.class.getPackage().getImplementationVersion();
        return version == null ? "Ringer" : "Ringer " + version;
    }

    private static void watchFlightRecorder() {
        try {
            FlightRecorderWatch.begin();
        } catch (LinkageError e) {
            ServerLog.debug(
                    "Flight Recorder events are unavailable because this Java runtime lacks the module", "jdk.jfr");
        }
    }

    private ManagedBean managedBean() {
        try {
            return ManagedBean.registered(statistics);
        } catch (LinkageError e) {
            SettingsLog.warn("ringer.jmx: this Java runtime lacks the module java.management; using false");
            return null;
        }
    }

    /** Returns the executor for handlers if the application has set none; null if the loops run the handlers. */
    private Executor defaultExecutor() {
        if (options().get(Settings.HANDLERS) != Handlers.VIRTUAL) {
            return null;
        }
        Executor virtual = VirtualThreads.newExecutorOrNull();
        if (virtual == null) {
            SettingsLog.warn("ringer.handlers=virtual needs JDK 21 or newer, but this is JDK "
                    + Runtime.version().feature()
                    + "; using ringer.handlers=default, which runs one handler at a time");
        }
        return virtual;
    }

    private int loopCount(boolean handlersOnLoops) {
        boolean serial = handlersOnLoops && options().get(Settings.HANDLERS) != Handlers.LOOPS;
        if (serial) {
            return 1; // one loop, because the JDK's API promises that handlers run one at a time
        }
        int wanted = options().get(Settings.LOOPS).intValue();
        int cores = Runtime.getRuntime().availableProcessors();
        return wanted > 0 ? wanted : handlersOnLoops ? cores : Math.max(1, cores / CORES_PER_LOOP);
    }

    /** Opens the event loops. {@code tls} is null for clear text, and then the JVM loads no class of TLS. */
    private void openLoops(int count, TlsSettings tls) throws IOException {
        ServerParts parts = ServerParts.of(options(), dispatcher, memory);
        Http1Shared http1 = new Http1Shared(parts);
        Http2Offer http2 = Http2Offer.of(options(), parts, tls != null);
        // the JVM loads the class only if there is an executor
        boolean moves = executor != null && options().get(Settings.LOOP_ON_EXECUTOR);
        SharedPool pool = moves ? SharedPool.of(executor) : null;
        loops = new EventLoop[count];
        Map<EventLoop, Protocol> protocols = new IdentityHashMap<>();
        for (int i = 0; i < count; i++) {
            EventLoop loop =
                    new EventLoop(i == 0 ? "HTTP-Dispatcher" : "HTTP-Dispatcher-" + i, openConnections, memory, pool);
            loops[i] = loop;
            if (i > 0) {
                loop.thread().setDaemon(true); // only the first loop's thread keeps the JVM alive
            }
            var choice = new LoopProtocols(
                    new Http1Protocol(http1), http2 == null ? null : http2.newForLoop(), http1.silenceNanos(), counts);
            Protocol reached = tls == null ? choice.clearText() : new TlsProtocol(tls, choice);
            protocols.put(loop, behindProxies(reached, http1.silenceNanos()));
        }
        if (tls != null) {
            FirstUses.addTls();
        }
        openAcceptors(protocols);
        LoopHolders holders = new LoopHolders(loops);
        memory.holders(holders, holders);
    }

    private Protocol behindProxies(Protocol protocol, long silenceNanos) {
        Proxies proxies = options().get(Settings.PROXIES);
        return proxies.protocol() == ProxyProtocol.OFF
                ? protocol
                : new ProxyProtocolStage(protocol, proxies, silenceNanos, counts);
    }

    BufferedMemory memory() {
        return memory;
    }

    /**
     * Opens an acceptor for each listening socket. If there are several sockets, each loop accepts its own connections.
     * If there is only one, its acceptor distributes the connections over all loops.
     */
    private void openAcceptors(Map<EventLoop, Protocol> protocols) throws IOException {
        boolean noDelay = options().get(Settings.NO_DELAY);
        List<ServerSocketChannel> channels = sockets.open(loops.length);
        for (int i = 0; i < channels.size(); i++) {
            EventLoop[] homes = channels.size() > 1 ? new EventLoop[] {loops[i]} : loops;
            Acceptor acceptor = new Acceptor(loops[i], channels.get(i), noDelay, homes, protocols);
            acceptor.open();
            acceptors.add(acceptor);
        }
    }

    private void undoPrepare() {
        for (EventLoop loop : loops) {
            if (loop != null) {
                loop.discard();
            }
        }
        closeAccessLog();
        accessLog = null; // so that stop() does not close the log again
        loops = new EventLoop[0];
        acceptors.clear();
    }

    void stop(int delaySeconds) {
        if (delaySeconds < 0) {
            throw new IllegalArgumentException("negative delay parameter");
        }
        ExitDrain drain = exitDrain;
        if (drain == null || !drain.awaitIfJvmEnds()) {
            end(TimeUnit.SECONDS.toNanos(delaySeconds));
        }
    }

    private void end(long graceNanos) {
        boolean first;
        synchronized (this) {
            first = state == State.STARTED;
            if (first) {
                dispatcher.stop();
                shutdown = new Shutdown(sockets, acceptors, loops, graceNanos);
            } else if (state == State.BOUND) {
                sockets.close();
            }
            state = State.STOPPED;
        }
        if (first) {
            runShutdown();
        } else if (shutdown != null) { // null if the server was never started
            shutdown.join(graceNanos);
        }
    }

    private void runShutdown() {
        try {
            try {
                notifyStopping();
            } finally {
                shutdown.run();
            }
            contexts.all().forEach(context -> context.failures().close());
            endObservation();
            if (listener != null) {
                listener.onStopped(statistics);
            }
        } finally {
            shutdown.noteOver();
            ExitDrain drain = exitDrain;
            if (drain != null) {
                drain.complete(); // otherwise the end of the JVM would wait for this server
            }
        }
    }

    private void notifyStopping() {
        if (listener != null) {
            listener.onStopping(statistics);
        }
    }

    private void endObservation() {
        ManagedBean bean = managedBean;
        if (bean != null) {
            bean.unregister();
        }
        closeAccessLog();
    }

    private void closeAccessLog() {
        AccessLog log = accessLog;
        if (log != null) {
            log.close();
        }
    }

    synchronized void setExecutor(Executor newExecutor) {
        requireNeverStarted();
        executor = newExecutor;
    }

    /** Returns how the server identifies itself to clients; null for an HTTP server. */
    HttpsIdentity identity() {
        return identity;
    }

    void identity(HttpsIdentity newIdentity) {
        identity = newIdentity;
    }

    synchronized void requireNeverStarted() {
        if (everStarted) {
            throw new IllegalStateException("server already started");
        }
    }

    /**
     * Returns the executor that the application has set. If there is none, returns null before the start. After the
     * start, the result is never null, because some programs run tasks on it.
     */
    synchronized Executor getExecutor() {
        return executor != null ? executor : shownExecutor;
    }

    /** {@return the address of the server; null if it is not bound} */
    InetSocketAddress getAddress() {
        return address;
    }

    ServerCounts counts() {
        return counts;
    }

    ServerStatistics statistics() {
        return statistics;
    }

    ServerSettings settings() {
        return settings;
    }

    ServerOptions options() {
        return settings.options();
    }

    int openConnections() {
        return openConnections.count();
    }

    /** {@return the event loops; none before the start} */
    synchronized EventLoop[] loops() {
        return loops;
    }

    long droppedLogLines() {
        AccessLog log = accessLog;
        return log == null ? 0 : log.dropped();
    }

    HttpContext createContext(String path, HttpHandler handler) {
        Objects.requireNonNull(path, "null path");
        Objects.requireNonNull(handler, "null handler");
        return addContext(path, handler);
    }

    HttpContext createContext(String path) {
        Objects.requireNonNull(path, "null path");
        return addContext(path, null);
    }

    private HttpContext addContext(String path, HttpHandler handler) {
        if (!path.startsWith("/")) {
            throw new IllegalArgumentException("Illegal value for path or protocol");
        }
        ServerContext context = new ServerContext(face, settings, path, handler);
        contexts.add(context);
        ServerLog.debug("context created", path);
        return context;
    }

    void removeContext(String path) {
        Objects.requireNonNull(path, "null path");
        ServerContext context = contexts.get(path);
        if (context == null || !contexts.remove(context)) {
            throw new IllegalArgumentException("no such context: " + path);
        }
        onRemoved(context);
    }

    void removeContext(HttpContext context) {
        if (!(context instanceof ServerContext own) || !contexts.remove(own)) {
            throw new IllegalArgumentException("wrong HttpContext type, or not of this server");
        }
        onRemoved(own);
    }

    private static void onRemoved(ServerContext context) {
        context.failures().close();
        ServerLog.debug("context removed", context.getPath());
    }

    /**
     * An executor that runs each task in the calling thread. {@code getExecutor()} returns it if the loops run the
     * handlers.
     */
    private static final class AtOnce implements Executor {
        @Override
        public void execute(Runnable task) {
            task.run();
        }
    }

    /** Returns the status code with which an exception refuses a form; 0 for all other exceptions. */
    private static final class FormStatus
            implements ToIntFunction<Throwable> { // a lambda would delay the first response
        @Override
        public int applyAsInt(Throwable failure) {
            return failure instanceof FormException refused ? refused.status() : 0;
        }
    }
}
