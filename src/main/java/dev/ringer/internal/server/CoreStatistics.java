package dev.ringer.internal.server;

import dev.ringer.internal.observe.BucketCounts;
import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.observe.RequestMetrics;
import dev.ringer.internal.observe.RequestSeries;
import dev.ringer.internal.observe.ServerCounts;
import dev.ringer.internal.observe.Traffic;
import dev.ringer.internal.transport.EventLoop;
import dev.ringer.observe.ActiveRequestCount;
import dev.ringer.observe.Exemplar;
import dev.ringer.observe.Histogram;
import dev.ringer.observe.RequestStatistics;
import dev.ringer.observe.ResponseCount;
import dev.ringer.observe.ServerStatistics;
import dev.ringer.options.Settings;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/** Implements the statistics of one server. Each call adds up the counts of all threads. Thread-safe. */
final class CoreStatistics implements ServerStatistics {
    private static final double NANOS = 1e9; // nanoseconds in a second

    private final ServerCore core;
    private final ServerCounts counts;
    private final Traffic traffic;

    CoreStatistics(ServerCore core) {
        this.core = core;
        this.counts = core.counts();
        this.traffic = counts.traffic();
    }

    @Override
    public String address() {
        InetSocketAddress address = core.getAddress();
        if (address == null) {
            return "";
        }
        if (address.getHostString().startsWith("unix:")) {
            return address.getHostString(); // for a unix domain socket, the host name is the path
        }
        String numbers = address.getAddress().getHostAddress();
        return (numbers.indexOf(':') < 0 ? numbers : "[" + numbers + "]") + ":" + address.getPort();
    }

    @Override
    public long openConnections() {
        return core.openConnections();
    }

    @Override
    public long acceptedConnections() {
        return traffic.sum(Traffic.ACCEPTED);
    }

    @Override
    public long refusedConnections() {
        return counts.of(Limit.MAX_CONNECTIONS) + counts.of(Limit.MAX_CONNECTIONS_PER_CLIENT);
    }

    @Override
    public long receivedBytes() {
        return traffic.sum(Traffic.RECEIVED);
    }

    @Override
    public long sentBytes() {
        return traffic.sum(Traffic.SENT);
    }

    @Override
    public List<ResponseCount> responses() {
        List<ResponseCount> responses = new ArrayList<>();
        for (String protocol : Traffic.PROTOCOLS) {
            for (int i = 1; i <= Traffic.STATUS_CLASSES; i++) {
                responses.add(new ResponseCount(protocol, i + "xx", traffic.responses(protocol, i)));
            }
        }
        return List.copyOf(responses);
    }

    @Override
    public long exchangesInProgress() {
        return traffic.inProgress();
    }

    @Override
    public long queuedRequests() {
        return traffic.queued();
    }

    @Override
    public long abortedExchanges() {
        return traffic.sum(Traffic.ABORTED);
    }

    @Override
    public List<RequestStatistics> requests() {
        RequestMetrics metrics = measures();
        return metrics == null
                ? List.of()
                : metrics.all().stream().map(CoreStatistics::copy).toList();
    }

    private static RequestStatistics copy(RequestSeries series) {
        List<Exemplar> exemplars = series.exemplars().stream()
                .map(each -> new Exemplar(
                        each.bucket(), each.traceId(), each.nanos() / NANOS, Instant.ofEpochMilli(each.millis())))
                .toList();
        return new RequestStatistics(
                series.method(),
                series.route(),
                series.status(),
                series.version(),
                durations(series.durations().cumulative(), series.durations().sum()),
                exemplars,
                sizes(series.requestSizes()),
                sizes(series.responseSizes()));
    }

    private static Histogram durations(long[] counts, long nanos) {
        return new Histogram(RequestSeries.durationBounds(), counts, nanos / NANOS);
    }

    private static Histogram sizes(BucketCounts counts) {
        return new Histogram(RequestSeries.sizeBounds(), counts.cumulative(), (double) counts.sum());
    }

    @Override
    public Histogram requestDurations() {
        RequestMetrics metrics = measures();
        long[] counts = new long[RequestSeries.durationBounds().length + 1];
        long nanos = 0;
        for (RequestSeries series : metrics == null ? List.<RequestSeries>of() : metrics.all()) {
            long[] some = series.durations().cumulative();
            for (int i = 0; i < counts.length; i++) {
                counts[i] += some[i];
            }
            nanos += series.durations().sum();
        }
        return durations(counts, nanos);
    }

    @Override
    public List<ActiveRequestCount> activeRequests() {
        RequestMetrics metrics = measures();
        List<ActiveRequestCount> active = new ArrayList<>();
        if (metrics != null) {
            metrics.active()
                    .forEach((scheme, methods) -> methods.forEach(
                            (method, count) -> active.add(new ActiveRequestCount(scheme, method, count))));
        }
        return List.copyOf(active);
    }

    /**
     * Returns the object that measures requests; null if the setting turns this off. If the server has not measured
     * requests before, it begins now.
     */
    private RequestMetrics measures() {
        return core.options().get(Settings.REQUEST_METRICS) == Settings.RequestMetrics.OFF
                ? null
                : core.settings().measureRequests();
    }

    @Override
    public Map<String, Long> violations() {
        return counted(false);
    }

    @Override
    public Map<String, Long> limits() {
        return counted(true);
    }

    /**
     * Returns how often each limit was reached or, if {@code limits} is false, how often each rule was broken. Adds up
     * the counts of causes with the same name.
     */
    private Map<String, Long> counted(boolean limits) {
        Map<String, Long> named = new LinkedHashMap<>();
        counts.all().forEach((cause, count) -> {
            if (cause instanceof Limit == limits) {
                named.merge(cause.name(), count, Long::sum);
            }
        });
        return named;
    }

    @Override
    public long bufferedMemory() {
        return core.memory().taken();
    }

    @Override
    public long maxBufferedMemory() {
        return core.options().get(Settings.MAX_BUFFERED_MEMORY);
    }

    @Override
    public long evictions() {
        return core.memory().evictions();
    }

    @Override
    public long tlsHandshakes() {
        return traffic.sum(Traffic.HANDSHAKES);
    }

    @Override
    public long tlsResumptions() {
        return traffic.sum(Traffic.RESUMPTIONS);
    }

    @Override
    public long tlsFailures() {
        return traffic.sum(Traffic.HANDSHAKE_FAILURES);
    }

    @Override
    public int loops() {
        return core.loops().length;
    }

    @Override
    public long loopTurns() {
        return sum(EventLoop::turns);
    }

    @Override
    public long loopReliefs() {
        return sum(EventLoop::reliefs);
    }

    private long sum(ToLongFunction<EventLoop> count) {
        long sum = 0;
        for (EventLoop loop : core.loops()) {
            sum += count.applyAsLong(loop);
        }
        return sum;
    }

    @Override
    public long droppedLogLines() {
        return core.droppedLogLines();
    }
}
