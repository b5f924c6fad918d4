package dev.ringer.observe;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * Formats the current statistics of some servers for Prometheus and similar tools. Each family of samples appears once,
 * with the samples of all servers. One thread may use an instance.
 */
final class MetricsText {
    static final String OPEN_METRICS_TYPE = "application/openmetrics-text; version=1.0.0; charset=utf-8";

    /** The formats of the text. */
    enum Format {
        /** Prometheus's older text format, version 0.0.4. Every tool reads it. */
        PROMETHEUS("text/plain; version=0.0.4; charset=utf-8"),
        /** OpenMetrics text 1.0. */
        OPEN_METRICS(OPEN_METRICS_TYPE);

        final String mediaType;

        Format(String mediaType) {
            this.mediaType = mediaType;
        }
    }

    /**
     * The statistics of one server.
     *
     * @param labels the labels of all its samples, as {@link #label} makes them; empty for none
     */
    record Server(String labels, ServerStatistics statistics) {}

    private static final String PREFIX = "ringer_";
    private static final String TOTAL = "_total";

    private final StringBuilder text = new StringBuilder(8192);
    private final Format format;
    private final List<Server> servers;

    MetricsText(Format format, List<Server> servers) {
        this.format = format;
        this.servers = servers;
        connections();
        exchanges();
        refusals();
        inside();
        if (format == Format.OPEN_METRICS) {
            text.append("# EOF\n");
        }
    }

    String text() {
        return text.toString();
    }

    private void connections() {
        gauge("connections", "", "Connections that are open", ServerStatistics::getOpenConnections);
        counter("connections_accepted", "", "Connections that have come", ServerStatistics::getAcceptedConnections);
        counter(
                "connections_refused",
                "",
                "Connections closed as soon as they came",
                ServerStatistics::getRefusedConnections);
        counter("received_bytes", "bytes", "Bytes that have come, with TLS", ServerStatistics::getReceivedBytes);
        counter("sent_bytes", "bytes", "Bytes that have gone, with TLS", ServerStatistics::getSentBytes);
        byLabel("tls_handshakes", "resumed", "TLS handshakes that were completed", MetricsText::handshakes);
        counter(
                "tls_handshake_failures",
                "",
                "TLS handshakes that ended with an alert",
                ServerStatistics::getTlsFailures);
    }

    private static Map<String, Long> handshakes(ServerStatistics from) {
        long resumed = from.getTlsResumptions();
        Map<String, Long> counts = new LinkedHashMap<>();
        counts.put("true", resumed);
        counts.put("false", Math.max(0, from.getTlsHandshakes() - resumed));
        return counts;
    }

    private void exchanges() {
        String responses = PREFIX + "responses";
        family(responses, "counter", "", "Responses by protocol and class of status");
        for (Server server : servers) {
            server.statistics
                    .getResponses()
                    .forEach((protocol, classes) -> classes.forEach((status, count) -> sample(
                            responses + TOTAL,
                            labels(server, label("protocol", protocol) + "," + label("status", status)),
                            count)));
        }
        gauge(
                "exchanges_in_progress",
                "",
                "Exchanges that a thread has taken up",
                ServerStatistics::getExchangesInProgress);
        gauge("queued_requests", "", "Requests that wait for a thread", ServerStatistics::getQueuedRequests);
        counter("exchanges_aborted", "", "Exchanges that were broken off", ServerStatistics::getAbortedExchanges);
    }

    private void refusals() {
        byLabel(
                "violations",
                "violation",
                "Requests, streams and connections at fault",
                ServerStatistics::getViolations);
        byLabel("limits", "limit", "Time limits that were met, and load that was shed", ServerStatistics::getLimits);
        gauge("buffered_memory_bytes", "bytes", "What is kept for clients", ServerStatistics::getBufferedMemory);
        gauge(
                "buffered_memory_limit_bytes",
                "bytes",
                "The most that may be, 0 for any",
                ServerStatistics::getMaxBufferedMemory);
        counter("let_go", "", "Connections and streams let go since memory was wanted", ServerStatistics::getLetGo);
    }

    private void inside() {
        gauge("loops", "", "Event loops", ServerStatistics::getLoops);
        counter("loop_turns", "", "How often event loops have turned", ServerStatistics::getLoopTurns);
        counter("loop_reliefs", "", "How often a stand-in has turned a loop", ServerStatistics::getLoopReliefs);
        counter(
                "access_log_dropped_lines",
                "",
                "Lines that are missing in the access log",
                ServerStatistics::getDroppedLogLines);
    }

    // ---- kinds of families

    private void byLabel(String name, String label, String help, Function<ServerStatistics, Map<String, Long>> counts) {
        family(PREFIX + name, "counter", "", help);
        for (Server server : servers) {
            counts.apply(server.statistics).forEach((cause, count) -> {
                String own = label(label, cause.toLowerCase(Locale.ROOT));
                sample(PREFIX + name + TOTAL, labels(server, own), count);
            });
        }
    }

    private void counter(String name, String unit, String help, ToLongFunction<ServerStatistics> value) {
        single(name, "counter", unit, help, value);
    }

    private void gauge(String name, String unit, String help, ToLongFunction<ServerStatistics> value) {
        single(name, "gauge", unit, help, value);
    }

    private void single(String name, String type, String unit, String help, ToLongFunction<ServerStatistics> value) {
        family(PREFIX + name, type, unit, help);
        String sample = PREFIX + name + (type.equals("counter") ? TOTAL : "");
        for (Server server : servers) {
            sample(sample, server.labels, value.applyAsLong(server.statistics));
        }
    }

    /** Begins a family. The older format has no units, and its counters are named as their samples are. */
    private void family(String name, String type, String unit, String help) {
        boolean open = format == Format.OPEN_METRICS;
        String named = open || !type.equals("counter") ? name : name + TOTAL;
        text.append("# TYPE " + named + ' ' + type + '\n');
        if (open && !unit.isEmpty()) {
            text.append("# UNIT " + named + ' ' + unit + '\n');
        }
        text.append("# HELP " + named + ' ' + help + '\n');
    }

    private void sample(String name, String labels, long value) {
        text.append(name);
        if (!labels.isEmpty()) {
            text.append('{').append(labels).append('}');
        }
        text.append(' ').append(value).append('\n');
    }

    // ---- labels

    private static String labels(Server server, String own) {
        return server.labels.isEmpty() ? own : server.labels + "," + own;
    }

    /** Returns a label. It escapes the value, which may be a path. */
    static String label(String name, String value) {
        String escaped = value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
        return name + "=\"" + escaped + "\"";
    }
}
