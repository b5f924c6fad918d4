package dev.ringer.observe;

import java.util.Locale;
import java.util.Map;

/** Formats the current statistics as OpenMetrics text. One thread may use it. */
final class MetricsText {
    private static final String PREFIX = "ringer_";

    private final StringBuilder text = new StringBuilder(8192);

    MetricsText(ServerStatistics from) {
        connections(from);
        exchanges(from);
        refusals(from);
        inside(from);
        text.append("# EOF\n");
    }

    String text() {
        return text.toString();
    }

    private void connections(ServerStatistics from) {
        gauge("connections", "", "Connections that are open", from.getOpenConnections());
        counter("connections_accepted", "", "Connections that have come", from.getAcceptedConnections());
        counter("connections_refused", "", "Connections closed as soon as they came", from.getRefusedConnections());
        counter("received_bytes", "bytes", "Bytes that have come, with TLS", from.getReceivedBytes());
        counter("sent_bytes", "bytes", "Bytes that have gone, with TLS", from.getSentBytes());
        family("tls_handshakes", "counter", "", "TLS handshakes that were completed");
        long resumed = from.getTlsResumptions();
        sample("tls_handshakes_total", label("resumed", "true"), resumed);
        sample("tls_handshakes_total", label("resumed", "false"), Math.max(0, from.getTlsHandshakes() - resumed));
        counter("tls_handshake_failures", "", "TLS handshakes that ended with an alert", from.getTlsFailures());
    }

    private void exchanges(ServerStatistics from) {
        family("responses", "counter", "", "Responses by protocol and class of status");
        from.getResponses()
                .forEach((protocol, classes) -> classes.forEach((status, count) ->
                        sample("responses_total", label("protocol", protocol) + "," + label("status", status), count)));
        gauge("exchanges_in_progress", "", "Exchanges that a thread has taken up", from.getExchangesInProgress());
        gauge("queued_requests", "", "Requests that wait for a thread", from.getQueuedRequests());
        counter("exchanges_aborted", "", "Exchanges that were broken off", from.getAbortedExchanges());
    }

    private void refusals(ServerStatistics from) {
        byName("violations", "violation", "Requests, streams and connections at fault", from.getViolations());
        byName("limits", "limit", "Time limits that were met, and load that was shed", from.getLimits());
        gauge("buffered_memory_bytes", "bytes", "What is kept for clients", from.getBufferedMemory());
        gauge("buffered_memory_limit_bytes", "bytes", "The most that may be, 0 for any", from.getMaxBufferedMemory());
        counter("let_go", "", "Connections and streams let go since memory was wanted", from.getLetGo());
    }

    private void inside(ServerStatistics from) {
        gauge("loops", "", "Event loops", from.getLoops());
        counter("loop_turns", "", "How often event loops have turned", from.getLoopTurns());
        counter("loop_reliefs", "", "How often a stand-in has turned a loop", from.getLoopReliefs());
        counter("access_log_dropped_lines", "", "Lines that are missing in the access log", from.getDroppedLogLines());
    }

    private void byName(String name, String label, String help, Map<String, Long> counts) {
        family(name, "counter", "", help);
        counts.forEach((cause, count) -> sample(name + "_total", label(label, cause.toLowerCase(Locale.ROOT)), count));
    }

    private void counter(String name, String unit, String help, long value) {
        family(name, "counter", unit, help);
        sample(name + "_total", "", value);
    }

    private void gauge(String name, String unit, String help, long value) {
        family(name, "gauge", unit, help);
        sample(name, "", value);
    }

    private void family(String name, String type, String unit, String help) {
        text.append("# TYPE " + PREFIX + name + ' ' + type + '\n');
        if (!unit.isEmpty()) {
            text.append("# UNIT " + PREFIX + name + ' ' + unit + '\n');
        }
        text.append("# HELP " + PREFIX + name + ' ' + help + '\n');
    }

    private void sample(String name, String labels, long value) {
        text.append(PREFIX).append(name);
        if (!labels.isEmpty()) {
            text.append('{').append(labels).append('}');
        }
        text.append(' ').append(value).append('\n');
    }

    /** Returns a label. No client can choose its name or value, so neither needs escaping. */
    private static String label(String name, String value) {
        return name + "=\"" + value + "\"";
    }
}
