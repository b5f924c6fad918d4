package dev.ringer.internal.server;

import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.observe.BucketCounts;
import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.observe.RequestMetrics;
import dev.ringer.internal.observe.RequestSeries;
import dev.ringer.internal.observe.ServerCounts;
import dev.ringer.internal.observe.Traffic;
import dev.ringer.internal.observe.Traffic.HttpVersion;
import dev.ringer.internal.transport.EventLoop;
import dev.ringer.internal.transport.LoopCounts;
import dev.ringer.observe.Exemplar;
import dev.ringer.observe.Histogram;
import dev.ringer.observe.RequestStatistics;
import dev.ringer.observe.ServerStatistics;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.Settings;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/** Implements the statistics of one server. Each call adds up the counts of all threads. Thread-safe. */
final class CoreStatistics implements ServerStatistics {
    /** The values that the statistics read from a server. */
    interface Source {
        /** {@return the address of the server; null if it is not bound} */
        InetSocketAddress getAddress();

        ServerCounts counts();

        BufferedMemory memory();

        ServerOptions options();

        /** {@return the event loops; none before the start} */
        EventLoop[] loops();

        int openConnections();

        long droppedLogLines();
    }

    private static final double NANOS = 1e9; // nanoseconds in a second

    private final Source core;
    private final ServerCounts counts;
    private final Traffic traffic;

    CoreStatistics(Source core) {
        this.core = core;
        this.counts = core.counts();
        this.traffic = counts.traffic();
    }

    @Override
    public String getAddress() {
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
    public long getOpenConnections() {
        return core.openConnections();
    }

    @Override
    public long getAcceptedConnections() {
        return traffic.sum(Traffic.ACCEPTED);
    }

    @Override
    public long getRefusedConnections() {
        return counts.of(Limit.MAX_CONNECTIONS) + counts.of(Limit.MAX_CONNECTIONS_PER_CLIENT);
    }

    @Override
    public long getReceivedBytes() {
        return traffic.sum(Traffic.RECEIVED);
    }

    @Override
    public long getSentBytes() {
        return traffic.sum(Traffic.SENT);
    }

    @Override
    public Map<String, Map<String, Long>> getResponses() {
        Map<String, Map<String, Long>> responses = new LinkedHashMap<>();
        for (HttpVersion version : HttpVersion.values()) {
            Map<String, Long> classes = new LinkedHashMap<>();
            for (int i = 1; i <= Traffic.STATUS_CLASSES; i++) {
                classes.put(i + "xx", traffic.responses(version, i));
            }
            responses.put(version.text(), classes);
        }
        return responses;
    }

    @Override
    public long getExchangesInProgress() {
        return traffic.inProgress();
    }

    @Override
    public long getQueuedRequests() {
        return traffic.queued();
    }

    @Override
    public long getAbortedExchanges() {
        return traffic.sum(Traffic.ABORTED);
    }

    @Override
    public List<RequestStatistics> getRequests() {
        RequestMetrics metrics = measures();
        return metrics == null
                ? List.of()
                : metrics.all().stream().map(CoreStatistics::copy).toList();
    }

    private static RequestStatistics copy(RequestSeries series) {
        List<Exemplar> exemplars = series.exemplars().stream()
                .map(each -> new Exemplar(each.bucket(), each.traceId(), each.nanos() / NANOS, each.millis()))
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
    public Histogram getRequestDurations() {
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
    public Map<String, Map<String, Long>> getActiveRequests() {
        RequestMetrics metrics = measures();
        return metrics == null ? Map.of() : metrics.active();
    }

    /**
     * Returns the object that measures requests; null if the setting turns this off. If the server has not measured
     * requests before, it begins now.
     */
    private RequestMetrics measures() {
        return core.options().get(Settings.REQUEST_METRICS) == Settings.RequestMetrics.OFF
                ? null
                : counts.measureRequests();
    }

    @Override
    public Map<String, Long> getViolations() {
        return counted(false);
    }

    @Override
    public Map<String, Long> getLimits() {
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
    public long getBufferedMemory() {
        return core.memory().taken();
    }

    @Override
    public long getMaxBufferedMemory() {
        return core.options().get(Settings.MAX_BUFFERED_MEMORY);
    }

    @Override
    public long getEvictions() {
        return core.memory().evictions();
    }

    @Override
    public long getTlsHandshakes() {
        return traffic.sum(Traffic.HANDSHAKES);
    }

    @Override
    public long getTlsResumptions() {
        return traffic.sum(Traffic.RESUMPTIONS);
    }

    @Override
    public long getTlsFailures() {
        return traffic.sum(Traffic.HANDSHAKE_FAILURES);
    }

    @Override
    public int getLoops() {
        return core.loops().length;
    }

    @Override
    public long getLoopTurns() {
        return sum(LoopCounts::turns);
    }

    @Override
    public long getLoopReliefs() {
        return sum(LoopCounts::reliefs);
    }

    private long sum(ToLongFunction<LoopCounts> count) {
        long sum = 0;
        for (EventLoop loop : core.loops()) {
            sum += count.applyAsLong(loop.counts());
        }
        return sum;
    }

    @Override
    public long getDroppedLogLines() {
        return core.droppedLogLines();
    }
}
