package dev.ringer.internal.server;

import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.observe.ServerCounts;
import dev.ringer.internal.observe.ServerLog;
import dev.ringer.internal.protocol.HttpStream;
import dev.ringer.internal.protocol.RequestHandler;
import dev.ringer.internal.proxy.Forwarding;
import java.util.concurrent.Executor;

/** Finds the context of a request and has its handler run, by the executor or, without one, on the loop. */
final class Dispatcher implements RequestHandler {
    private final ServerSettings settings;
    private final ContextTable contexts;
    private final ServerCounts counts;
    private final ExchangeLimit exchanges;
    private final Executor executor; // null: the loop runs handlers
    private volatile boolean stopping;

    Dispatcher(ServerSettings settings, ContextTable contexts, ServerCounts counts, Executor executor) {
        this.settings = settings;
        this.contexts = contexts;
        this.counts = counts;
        this.exchanges = new ExchangeLimit(settings.options().maxExchanges(), counts);
        this.executor = executor;
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
    public boolean stopping() {
        return stopping;
    }

    void stop() {
        stopping = true;
    }

    @Override
    public boolean tryAdmit() {
        return exchanges.tryAdmit();
    }

    @Override
    public void onRequest(HttpStream stream) {
        HttpStream admitted = exchanges.counted(stream);
        Forwarding forwarding = settings.forwarding();
        try {
            dispatch(forwarding == null ? admitted : ForwardedStream.of(admitted, forwarding));
        } catch (RuntimeException | Error failure) { // no other code would end the exchange
            ServerLog.unexpected("A request could not be dispatched", failure);
            admitted.abort();
        }
    }

    private void dispatch(HttpStream stream) {
        if (stream.disconnected()) {
            stream.abort(); // its client left while other handlers were at work
            return;
        }
        ServerContext context = contexts.find(stream.request().target().path());
        if (context == null) {
            stream.refuse(404, "No context found for request");
        } else if (context.getHandler() == null) {
            stream.refuse(500, "No handler for context");
        } else {
            run(new Exchange(settings, stream, context));
        }
    }

    private void run(Exchange exchange) {
        if (executor == null) {
            exchange.run();
            return;
        }
        try {
            executor.execute(exchange);
        } catch (Throwable failure) { // rejected, or the executor is broken: this connection's loss alone
            counts.count(Limit.EXECUTOR);
            ServerLog.taskRejected(failure);
            exchange.stream().abort();
        }
    }
}
