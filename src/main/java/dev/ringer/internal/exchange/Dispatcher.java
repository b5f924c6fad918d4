package dev.ringer.internal.exchange;

import dev.ringer.internal.accesslog.AccessLog;
import dev.ringer.internal.accesslog.AccessRecord;
import dev.ringer.internal.http.Violation;
import dev.ringer.internal.observe.ConnectionRecord;
import dev.ringer.internal.observe.EventRecorder;
import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.observe.RequestMetrics;
import dev.ringer.internal.observe.RequestRecord;
import dev.ringer.internal.observe.ServerCounts;
import dev.ringer.internal.observe.ServerLog;
import dev.ringer.internal.observe.Traffic;
import dev.ringer.internal.protocol.HttpStream;
import dev.ringer.internal.protocol.RequestHandler;
import dev.ringer.internal.protocol.RequestHead;
import dev.ringer.internal.protocol.Transport;
import dev.ringer.internal.proxy.Forwarded;
import dev.ringer.internal.proxy.Forwarding;
import dev.ringer.internal.websocket.WebSocketUse;
import dev.ringer.options.Settings;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.Executor;

/** Finds the context of a request and runs its handler on the executor, or on the loop if there is no executor. */
public final class Dispatcher implements RequestHandler {
    private final ServerSettings settings;
    private final ContextTable contexts;
    private final ServerCounts counts;
    private final Traffic traffic;
    private final ExchangeLimit exchanges;
    private final boolean limitsExchanges;
    private final BodyFiles bodyFiles; // null if request bodies do not go to files
    private final Executor executor; // null if handlers run on the loop
    private final AccessLog log; // null if there is no access log
    private volatile boolean stopping;

    public Dispatcher(
            ServerSettings settings, ContextTable contexts, ServerCounts counts, Executor executor, AccessLog log) {
        this.settings = settings;
        this.contexts = contexts;
        this.counts = counts;
        this.traffic = counts.traffic();
        this.exchanges = new ExchangeLimit(settings.options(), counts);
        this.limitsExchanges = exchanges.limited();
        long largestWithoutFile = settings.options().get(Settings.BODY_FILE);
        this.bodyFiles = largestWithoutFile == 0 ? null : new BodyFiles(largestWithoutFile);
        this.executor = executor;
        this.log = log;
    }

    @Override
    public ServerCounts counts() {
        return counts;
    }

    @Override
    public boolean runsOnLoop() {
        return executor == null;
    }

    @Override
    public boolean switchesProtocols() {
        return WebSocketUse.expected();
    }

    @Override
    public boolean streamsBothWays(HttpStream stream) {
        if (BothWays.announcedBy(stream.request())) {
            return true;
        }
        ServerContext context = contexts.find(stream.request().target().path());
        return context != null && (context.servesBothWays() || BothWays.allowedBy(context));
    }

    @Override
    public boolean stopping() {
        return stopping;
    }

    public void stop() {
        stopping = true;
    }

    @Override
    public Limit limitReached(HttpStream stream) {
        if (!limitsExchanges) {
            return null;
        }
        return exchanges.reached(client(stream, exchanges.limitsClients() ? forwarded(stream) : null));
    }

    @Override
    public <S extends HttpStream & Runnable> Runnable admit(S stream) {
        traffic.onBegin();
        EventRecorder recorder = EventRecorder.current();
        if (recorder != null) {
            recordOnConnection(stream);
        }
        RequestRecord record = recorder == null ? null : recorder.beginRequest();
        RequestMetrics metrics = settings.requests();
        Forwarded forwarded = forwarded(stream);
        BodyFile bodyFile = newFile(stream);
        if (record == null
                && metrics == null
                && forwarded == null
                && log == null
                && bodyFile == null
                && !limitsExchanges) {
            return stream;
        }
        ExchangeListeners listeners =
                new ExchangeListeners(stream, exchanges, log, record, metrics, forwarded, bodyFile);
        return () -> {
            stream.onHandlerBegins();
            handle(stream, listeners);
        };
    }

    /** Returns a new file for the body of a request; null if the body does not go to a file. */
    private BodyFile newFile(HttpStream stream) {
        if (bodyFiles == null || !bodyFiles.take(stream)) {
            return null;
        }
        long length = stream.requestLength();
        // a client that announces a length sends the whole body without waiting for the response
        return length < 0 && streamsBothWays(stream)
                ? null
                : new BodyFile(stream.transport().loop().files(), length);
    }

    private static InetSocketAddress client(HttpStream stream, Forwarded forwarded) {
        return forwarded == null ? stream.transport().remoteAddress() : forwarded.client();
    }

    /**
     * Returns what proxies say about the client of a request; null if the request did not come through a trusted proxy.
     */
    private Forwarded forwarded(HttpStream stream) {
        Forwarding forwarding = settings.forwarding();
        return forwarding == null ? null : forwarding.of(stream.transport(), stream.request());
    }

    private static void recordOnConnection(HttpStream stream) {
        ConnectionRecord connection = stream.transport().record();
        if (connection != null) {
            connection.onRequest(stream.request().protocol());
        }
    }

    @Override
    public void onRefused(HttpStream stream, int status, int length, String reason) {
        traffic.onBegin();
        traffic.onEnter();
        if (status != 0) {
            traffic.onResponse(stream.request().protocol(), status);
        }
        recordOnConnection(stream);
        RequestMetrics metrics = settings.requests();
        if (metrics != null) {
            RequestHead head = stream.request();
            metrics.series(RequestMetrics.method(head.method()), null, head.protocol(), status)
                    .add(0, 0, length);
        }
        if (log != null) {
            InetSocketAddress client = client(stream, forwarded(stream));
            refused(log.begin(stream.request(), stream.transport(), client), status, length, reason);
        }
    }

    @Override
    public void onRefused(Transport transport, ByteBuffer received, Violation violation, int length) {
        traffic.onResponse("HTTP/1.1", violation.status()); // even if the client wanted another version
        if (log != null) {
            refused(log.beginUnread(received, transport), violation.status(), length, violation.name());
        }
    }

    private void refused(AccessRecord record, int status, int length, String reason) {
        record.status(status);
        record.addBytes(length);
        record.reason(reason);
        record.end(status != 0);
        log.add(record);
    }

    @Override
    public void onRequest(HttpStream stream) {
        handle(stream, null);
    }

    private void handle(HttpStream stream, ExchangeListeners listeners) {
        Exchange exchange = null;
        try {
            exchange = exchangeOrNull(stream, listeners);
            BodyFile bodyFile = exchange == null || listeners == null ? null : listeners.bodyFile();
            if (bodyFile != null) {
                bodyFiles.receive(exchange, bodyFile, this::runReceived);
            } else if (exchange != null) {
                run(exchange);
            }
        } catch (RuntimeException | Error failure) { // abort the exchange, because no other code would end it
            ServerLog.unexpected("Unexpected error while dispatching a request; aborted the request", failure);
            if (exchange == null) {
                traffic.onEnter();
                abort(stream, listeners);
            } else {
                exchange.enter();
                exchange.abort();
            }
        }
    }

    private static void abort(HttpStream stream, ExchangeListeners listeners) {
        if (listeners == null) {
            stream.abort();
        } else {
            listeners.abort();
        }
    }

    /** Returns the exchange whose handler must run; null if the request has ended without a handler. */
    private Exchange exchangeOrNull(HttpStream stream, ExchangeListeners listeners) {
        if (stream.disconnected()) {
            traffic.onEnter();
            abort(stream, listeners); // the client has closed the connection while its request was queued
            return null;
        }
        ServerContext context = contexts.find(stream.request().target().path());
        if (context == null) {
            refuse(stream, listeners, 404, "No context found for request");
            return null;
        }
        if (context.getHandler() == null) {
            refuse(stream, listeners, 500, "No handler for context");
            return null;
        }
        return new Exchange(stream, context, listeners);
    }

    /** Runs an exchange whose request body has arrived. */
    private void runReceived(Exchange exchange) {
        if (exchange.stream().disconnected()) {
            exchange.enter();
            exchange.abort(); // the client has left meanwhile
        } else {
            run(exchange);
        }
    }

    private void run(Exchange exchange) {
        if (executor == null) {
            exchange.run();
            return;
        }
        try {
            exchange.stream().transport().loop().runOn(executor, exchange);
        } catch (Throwable failure) { // if the executor rejects the task or fails, end only this connection
            counts.count(Limit.EXECUTOR, exchange.getRemoteAddress());
            ServerLog.taskRejected(failure);
            exchange.enter();
            exchange.abort();
        }
    }

    private void refuse(HttpStream stream, ExchangeListeners listeners, int status, String text) {
        traffic.onEnter();
        traffic.onResponse(stream.request().protocol(), status);
        if (listeners == null) {
            stream.refuse(status, text);
        } else {
            listeners.refuse(status, text);
        }
    }
}
