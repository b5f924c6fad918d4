package dev.ringer.files;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.PrintStream;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Prints a line for each request, in the common log format, when its response is complete or has failed. */
final class RequestLog extends Filter {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ENGLISH);

    private static final int MAX_REQUEST_LINE = 2048;

    private final PrintStream to;

    RequestLog(PrintStream to) {
        this.to = to;
    }

    @Override
    public String description() {
        return "Prints one line per request";
    }

    @Override
    public void doFilter(HttpExchange exchange, Chain chain) throws IOException {
        String fate = " aborted";
        try {
            chain.doFilter(exchange);
            fate = "";
        } finally {
            to.println(line(exchange) + fate);
        }
    }

    private static String line(HttpExchange exchange) {
        String length = exchange.getResponseHeaders().getFirst("Content-Length");
        boolean counted = length != null && !exchange.getRequestMethod().equals("HEAD");
        return exchange.getRemoteAddress().getAddress().getHostAddress() + " - - [" + TIME.format(ZonedDateTime.now())
                + "] \""
                + plain(exchange.getRequestMethod() + ' ' + exchange.getRequestURI() + ' ' + exchange.getProtocol())
                + "\" " + (exchange.getResponseCode() < 0 ? "-" : exchange.getResponseCode()) + ' '
                + (counted ? length : "-");
    }

    /**
     * Escapes text from a client, so that the text cannot look like another line or like the next field of the line.
     */
    private static String plain(String text) {
        StringBuilder line = new StringBuilder();
        text.chars().limit(MAX_REQUEST_LINE).forEach(next -> {
            if (next < ' ' || next >= 0x7F || next == '"' || next == '\\') {
                line.append(String.format("\\x%02x", next));
            } else {
                line.append((char) next);
            }
        });
        return line.toString();
    }
}
