package dev.ringer.observe;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * Formats the current statistics of one or more servers for Prometheus and similar tools. Each metric family appears
 * once, with the samples of all servers. Not thread-safe.
 */
final class MetricsText {
    static final String OPEN_METRICS_TYPE = "application/openmetrics-text; version=1.0.0; charset=utf-8";

    enum Format {
        /** The text format 0.0.4 of Prometheus, which is older than OpenMetrics. Every tool can read it. */
        PROMETHEUS("text/plain; version=0.0.4; charset=utf-8"),
        OPEN_METRICS(OPEN_METRICS_TYPE);

        final String mediaType;

        Format(String mediaType) {
            this.mediaType = mediaType;
        }
    }

    /**
     * The statistics of one server.
     *
     * @param labels the labels of all samples of this server, as {@link #label} makes them; empty for none
     */
    record Server(String labels, ServerStatistics statistics) {}

    private static final String PREFIX = "ringer_";
    private static final String HTTP = "http_server_";
    private static final String METHOD = "http_request_method";
    private static final String BYTES = "bytes";
    private static final String TOTAL = "_total";

    private final StringBuilder text = new StringBuilder(8192);
    private final Format format;
    private final List<Server> servers;

    MetricsText(Format format, List<Server> servers) {
        this.format = format;
        this.servers = servers;
        connections();
        exchanges();
        requests();
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
        gauge("connections", "", "Open connections", ServerStatistics::openConnections);
        counter("connections_accepted", "", "Accepted connections", ServerStatistics::acceptedConnections);
        counter(
                "connections_refused",
                "",
                "Connections closed as soon as they were accepted because a limit was reached",
                ServerStatistics::refusedConnections);
        counter(
                "received_bytes",
                BYTES,
                "Bytes received from clients, including TLS overhead",
                ServerStatistics::receivedBytes);
        counter("sent_bytes", BYTES, "Bytes sent to clients, including TLS overhead", ServerStatistics::sentBytes);
        byLabel("tls_handshakes", "resumed", "Completed TLS handshakes", MetricsText::handshakes);
        counter(
                "tls_handshake_failures",
                "",
                "Failed TLS handshakes that the server ended with an alert",
                ServerStatistics::tlsFailures);
    }

    private static Map<String, Long> handshakes(ServerStatistics from) {
        long resumed = from.tlsResumptions();
        Map<String, Long> counts = new LinkedHashMap<>();
        counts.put("true", resumed);
        counts.put("false", Math.max(0, from.tlsHandshakes() - resumed));
        return counts;
    }

    private void exchanges() {
        String responses = PREFIX + "responses";
        family(responses, "counter", "", "Responses by protocol and status class");
        for (Server server : servers) {
            for (ResponseCount each : server.statistics.responses()) {
                String own = label("protocol", each.protocol()) + "," + label("status", each.statusClass());
                sample(responses + TOTAL, labels(server, own), each.count());
            }
        }
        gauge(
                "exchanges_in_progress",
                "",
                "Exchanges in progress, excluding requests still waiting for a thread",
                ServerStatistics::exchangesInProgress);
        gauge("queued_requests", "", "Requests waiting for a thread to handle them", ServerStatistics::queuedRequests);
        counter(
                "exchanges_aborted",
                "",
                "Exchanges aborted before their response was complete",
                ServerStatistics::abortedExchanges);
    }

    // ---- requests, named as in the OpenTelemetry conventions

    private void requests() {
        String active = HTTP + "active_requests";
        family(active, "gauge", "", "Requests whose response is not yet complete");
        for (Server server : servers) {
            for (ActiveRequestCount each : server.statistics.activeRequests()) {
                String own = label(METHOD, each.method()) + "," + label("url_scheme", each.scheme());
                sample(active, labels(server, own), each.count());
            }
        }
        Map<Server, List<RequestStatistics>> requests = new LinkedHashMap<>();
        servers.forEach(server -> requests.put(server, server.statistics.requests()));
        histograms(
                HTTP + "request_duration_seconds",
                "seconds",
                "Time from the start of an exchange until the handler finished the response",
                requests,
                RequestStatistics::durations);
        histograms(
                HTTP + "request_body_size_bytes",
                BYTES,
                "Size of request bodies as read by handlers, in bytes",
                requests,
                RequestStatistics::requestBodySizes);
        histograms(
                HTTP + "response_body_size_bytes",
                BYTES,
                "Size of response bodies as written by handlers, in bytes",
                requests,
                RequestStatistics::responseBodySizes);
    }

    private void histograms(
            String name,
            String unit,
            String help,
            Map<Server, List<RequestStatistics>> requests,
            Function<RequestStatistics, Histogram> histogram) {
        family(name, "histogram", unit, help);
        boolean durations = unit.equals("seconds");
        requests.forEach((server, series) -> series.forEach(each -> histogram(
                name, labels(server, labels(each)), histogram.apply(each), durations ? each.exemplars() : List.of())));
    }

    private void histogram(String name, String labels, Histogram histogram, List<Exemplar> exemplars) {
        double[] bounds = histogram.bounds();
        long[] counts = histogram.counts();
        for (int i = 0; i < counts.length; i++) {
            text.append(name).append("_bucket{").append(labels).append(",le=\"");
            text.append(i < bounds.length ? bound(bounds[i]) : "+Inf")
                    .append("\"} ")
                    .append(counts[i]);
            if (format == Format.OPEN_METRICS) {
                exemplar(i, exemplars);
            }
            text.append('\n');
        }
        text.append(name + "_sum{" + labels + "} " + histogram.sum() + '\n');
        sample(name + "_count", labels, histogram.count());
    }

    private void exemplar(int bucket, List<Exemplar> exemplars) {
        for (Exemplar each : exemplars) {
            if (each.bucket() == bucket) {
                text.append(" # {").append(label("trace_id", each.traceId())).append("} ");
                text.append(each.value()).append(' ').append(each.time().toEpochMilli() / 1e3);
            }
        }
    }

    /**
     * Returns the bound of a bucket in the notation of OpenMetrics: 0.005, 1.0, 1e+06. Bounds of a million or more are
     * powers of ten, so one digit is enough for them.
     */
    private static String bound(double value) {
        return value < 1e6 ? Double.toString(value) : String.format(Locale.ROOT, "%.0e", value);
    }

    private static String labels(RequestStatistics series) {
        if (series.method() == null) {
            return label("otel_metric_overflow", "true");
        }
        StringBuilder labels = new StringBuilder(label(METHOD, series.method()));
        if (series.status() != 0) {
            labels.append(',').append(label("http_response_status_code", Integer.toString(series.status())));
        }
        if (series.route() != null) {
            labels.append(',').append(label("http_route", series.route()));
        }
        return labels.append(',')
                .append(label("network_protocol_version", String.valueOf(series.protocolVersion())))
                .toString();
    }

    private void refusals() {
        byLabel(
                "violations",
                "violation",
                "Requests, streams and connections that broke a protocol rule",
                ServerStatistics::violations);
        byLabel(
                "limits",
                "limit",
                "Clients cut off by a time limit, and requests and connections refused by a load limit",
                ServerStatistics::limits);
        gauge(
                "buffered_memory_bytes",
                BYTES,
                "Memory used to buffer client data, such as incomplete requests and unread responses",
                ServerStatistics::bufferedMemory);
        gauge(
                "buffered_memory_limit_bytes",
                BYTES,
                "Limit on the memory used to buffer client data (0 = no limit)",
                ServerStatistics::maxBufferedMemory);
        counter(
                "evictions",
                "",
                "Connections and streams closed to free memory for other clients",
                ServerStatistics::evictions);
    }

    private void inside() {
        gauge("loops", "", "Event loops", ServerStatistics::loops);
        counter(
                "loop_turns",
                "",
                "Iterations of the event loops; in each, a loop waits for events and handles them",
                ServerStatistics::loopTurns);
        counter(
                "loop_reliefs",
                "",
                "Number of times a spare thread took over an event loop because a handler blocked it",
                ServerStatistics::loopReliefs);
        counter(
                "access_log_dropped_lines",
                "",
                "Access log lines dropped because they could not be written fast enough, or at all",
                ServerStatistics::droppedLogLines);
    }

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

    /**
     * Begins a metric family. In the format {@link Format#PROMETHEUS}, families have no unit, and the name of a counter
     * ends with {@code _total}, as the names of its samples do.
     */
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

    private static String labels(Server server, String own) {
        return server.labels.isEmpty() ? own : server.labels + "," + own;
    }

    /** Returns a label with its value. Escapes special characters, because the value may be the path of a context. */
    static String label(String name, String value) {
        String escaped = value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
        return name + "=\"" + escaped + "\"";
    }
}
