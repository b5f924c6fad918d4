package dev.ringer.internal.admin;

import dev.ringer.observe.ServerStatistics;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The status page for people, which shows the last five minutes. It needs no script. Not thread-safe. */
final class StatusPage {
    /** The classes of status codes, in the order in which their bars are stacked, from the bottom. */
    private enum Status {
        SUCCEEDED("2xx", "good", Figure.SUCCEEDED),
        REDIRECTED("3xx", "info", Figure.REDIRECTED),
        REFUSED("4xx", "warn", Figure.REFUSED),
        FAILED("5xx", "bad", Figure.FAILED),
        INFORMED("1xx", "other", Figure.INFORMED);

        final String text;
        final String colour;
        final Figure figure;

        Status(String text, String colour, Figure figure) {
            this.text = text;
            this.colour = colour;
            this.figure = figure;
        }
    }

    private static final int REFUSALS_SHOWN = 8;
    private static final String PER_SECOND = " per second";

    private final Servers servers;
    private final Samples.Window window;

    StatusPage(Servers servers, Samples.Window window) {
        this.servers = servers;
        this.window = window;
    }

    String html() {
        StringBuilder html = new StringBuilder(48 << 10);
        appendHead(html);
        for (Card card :
                List.of(requests(), durations(), connections(), traffic(), work(), memory(), loops(), refusals())) {
            html.append(card.html());
        }
        appendTable(html);
        html.append("</main>\n<footer><p>Numbers cover the last ")
                .append(Units.duration(Math.round(window.seconds())))
                .append(", except those marked <i>now</i>. The page reloads every 10 seconds.")
                .append(" Machine-readable: <a href=\"metrics\">metrics</a>, <a href=\"ready\">ready</a>,")
                .append(" <a href=\"live\">live</a>.</p></footer>\n</body>\n</html>\n");
        return html.toString();
    }

    private void appendHead(StringBuilder html) {
        Servers.State state = servers.state();
        html.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
                .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
                .append("<meta name=\"color-scheme\" content=\"light dark\">\n")
                .append("<meta http-equiv=\"refresh\" content=\"10\">\n<title>Ringer: ")
                .append(state.text())
                .append("</title>\n<style>")
                .append(PageStyle.TEXT)
                .append("</style>\n</head>\n<body>\n<header><h1>Ringer</h1>\n<p class=\"state")
                .append(state == Servers.State.READY ? " ready" : "")
                .append("\">")
                .append(state.text())
                .append("</p>\n<p class=\"soft\">Process ")
                .append(ProcessHandle.current().pid())
                .append(uptime())
                .append(" on Java ")
                .append(Runtime.version().feature())
                .append("</p></header>\n<main>\n");
    }

    private static String uptime() {
        return ProcessHandle.current()
                .info()
                .startInstant()
                .map(start -> ", up "
                        + Units.duration(Duration.between(start, Instant.now()).toSeconds()))
                .orElse("");
    }

    private Card requests() {
        double[] sums = new double[window.intervals()];
        long all = 0;
        for (Status status : Status.values()) {
            sums = Chart.sums(sums, window.rates(status.figure));
            all += window.growth(status.figure);
        }
        double scale = Chart.scale(1, sums);
        Chart chart = new Chart(scale);
        Card card = new Card("Requests").large(Units.number(all / window.seconds()), PER_SECOND);
        double[] base = new double[sums.length];
        for (Status status : Status.values()) {
            double[] rates = window.rates(status.figure);
            chart.bars(status.colour, base, rates);
            base = Chart.sums(base, rates);
        }
        card.chart(chart, "Requests by status class", Units.number(scale) + PER_SECOND);
        for (Status status : Status.values()) {
            long count = window.growth(status.figure);
            if (count > 0 || status != Status.INFORMED) {
                card.number(status.colour, status.text, Units.count(count));
            }
        }
        return card;
    }

    private Card durations() {
        double[] slowest = window.durations(0.99);
        double scale = Chart.scale(0.001, slowest);
        Chart chart = new Chart(scale)
                .line("violet", slowest)
                .line("info", window.durations(0.9))
                .line("good", window.durations(0.5));
        return new Card("Request duration")
                .large(Units.time(window.duration(0.99)), "99 % are faster")
                .chart(chart, "Quantiles of the request duration", Units.time(scale))
                .number("good", "p50", Units.time(window.duration(0.5)))
                .number("info", "p90", Units.time(window.duration(0.9)))
                .number("violet", "p99", Units.time(window.duration(0.99)));
    }

    private Card connections() {
        double[] open = window.levels(Figure.CONNECTIONS);
        double scale = Chart.scale(10, open);
        Chart chart = new Chart(scale).line("info", open);
        return new Card("Connections")
                .large(Units.count(window.level(Figure.CONNECTIONS)), "open now")
                .chart(chart, "Open connections", Units.number(scale))
                .number("", "accepted", Units.count(window.growth(Figure.ACCEPTED)))
                .number("", "TLS handshakes", Units.count(window.growth(Figure.HANDSHAKES)))
                .number("", "failed handshakes", Units.count(window.growth(Figure.FAILED_HANDSHAKES)));
    }

    private Card traffic() {
        double[] received = window.rates(Figure.RECEIVED);
        double[] sent = window.rates(Figure.SENT);
        double scale = Math.max(Chart.scaleOfBytes(received), Chart.scaleOfBytes(sent));
        Chart chart = new Chart(scale).line("violet", received).line("info", sent);
        double bytes = window.growth(Figure.RECEIVED) + window.growth(Figure.SENT);
        return new Card("Traffic")
                .large(Units.bytes(bytes / window.seconds()), PER_SECOND)
                .chart(chart, "Bytes received and sent", Units.bytes(scale) + PER_SECOND)
                .number("violet", "received", Units.bytes(window.growth(Figure.RECEIVED)))
                .number("info", "sent", Units.bytes(window.growth(Figure.SENT)));
    }

    private Card work() {
        double[] running = window.levels(Figure.IN_PROGRESS);
        double[] queued = window.levels(Figure.QUEUED);
        double scale = Chart.scale(10, Chart.sums(running, queued));
        Chart chart = new Chart(scale)
                .bars("info", new double[running.length], running)
                .bars("warn", running, queued);
        return new Card("Handlers")
                .large(Units.count(window.level(Figure.IN_PROGRESS)), "requests in progress now")
                .chart(chart, "Requests in progress and queued", Units.number(scale))
                .number("info", "in progress now", Units.count(window.level(Figure.IN_PROGRESS)))
                .number("warn", "queued now", Units.count(window.level(Figure.QUEUED)))
                .number("", "aborted", Units.count(window.growth(Figure.ABORTED)));
    }

    private Card memory() {
        long limit = window.level(Figure.MAX_MEMORY);
        double[] retained = window.levels(Figure.MEMORY);
        double scale = Chart.scaleOfBytes(retained);
        Chart chart = new Chart(scale).line("violet", retained);
        return new Card("Memory for clients")
                .large(
                        Units.bytes(window.level(Figure.MEMORY)),
                        limit == 0 ? "now, no limit" : "now, limit " + Units.bytes(limit))
                .chart(chart, "Memory used to buffer client data", Units.bytes(scale))
                .number("", "evicted connections and streams", Units.count(window.growth(Figure.EVICTED)));
    }

    private Card loops() {
        double[] turns = window.rates(Figure.TURNS);
        double scale = Chart.scale(1, turns);
        Chart chart = new Chart(scale).line("info", turns);
        return new Card("Event loops")
                .large(Units.number(window.growth(Figure.TURNS) / window.seconds()), "turns per second")
                .chart(chart, "Event loop turns", Units.number(scale) + PER_SECOND)
                .number("", "loops now", Units.count(window.level(Figure.LOOPS)))
                .number("", "takeovers of blocked loops", Units.count(window.growth(Figure.RELIEFS)))
                .number("", "dropped access log lines", Units.count(window.growth(Figure.DROPPED_LINES)));
    }

    private Card refusals() {
        double[] rates = window.refusalRates();
        double scale = Chart.scale(1, rates);
        Chart chart = new Chart(scale).bars("bad", new double[rates.length], rates);
        Card card = new Card("Refusals")
                .large(Units.count(window.refused()), "violations and limits")
                .chart(chart, "Violations and limits", Units.number(scale) + PER_SECOND);
        List<Map.Entry<String, Long>> named = new ArrayList<>();
        for (String name : window.refusals()) {
            long count = window.growth(name);
            if (count > 0) {
                named.add(Map.entry(name, count));
            }
        }
        named.sort(Map.Entry.<String, Long>comparingByValue().reversed());
        for (Map.Entry<String, Long> refusal : named.subList(0, Math.min(named.size(), REFUSALS_SHOWN))) {
            String name = refusal.getKey().toLowerCase(Locale.ROOT).replace('_', ' ');
            card.number("", name, Units.count(refusal.getValue()));
        }
        return card;
    }

    private void appendTable(StringBuilder html) {
        html.append("<section class=\"wide\"><h2>Servers since they started</h2>\n<table>\n<thead><tr>")
                .append("<th scope=\"col\">address</th><th scope=\"col\">open now</th><th scope=\"col\">accepted</th>");
        for (Status status : Status.values()) {
            html.append("<th scope=\"col\">").append(status.text).append("</th>");
        }
        html.append("<th scope=\"col\">received</th><th scope=\"col\">sent</th></tr></thead>\n<tbody>\n");
        for (ServerStatistics server : servers.all()) {
            html.append("<tr><th scope=\"row\">")
                    .append(escaped(server.address()))
                    .append("</th>");
            appendCell(html, Units.count(server.openConnections()));
            appendCell(html, Units.count(server.acceptedConnections()));
            for (Status status : Status.values()) {
                appendCell(html, Units.count(status.figure.of(server)));
            }
            appendCell(html, Units.bytes(server.receivedBytes()));
            appendCell(html, Units.bytes(server.sentBytes()));
            html.append("</tr>\n");
        }
        html.append("</tbody>\n</table></section>\n");
    }

    private static void appendCell(StringBuilder html, String text) {
        html.append("<td>").append(text).append("</td>");
    }

    /** Escapes an address for HTML. The address of a Unix domain socket is a path, which may contain any character. */
    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;");
    }
}
