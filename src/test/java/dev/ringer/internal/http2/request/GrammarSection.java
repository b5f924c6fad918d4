package dev.ringer.internal.http2.request;

import dev.ringer.internal.http.HostRules;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads request heads by the rules of RFC 9113, 8.2 and 8.3, and RFC 8441, 4, from lists of strings. This independent
 * implementation shares only the rule for hosts with {@link RequestHeadReader}.
 */
final class GrammarSection {
    private static final String TOKEN = "[-!#$%&'*+.^_`|~0-9A-Za-z]+";
    private static final Set<String> PSEUDO_FIELDS = Set.of(":method", ":scheme", ":authority", ":path", ":protocol");
    private static final Set<String> CONNECTION_FIELDS =
            Set.of("connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade");

    private final Map<String, String> pseudo = new HashMap<>();
    private final List<RawLine> lines = new ArrayList<>();
    private String host;
    private long contentLength = RequestHeadReader.UNKNOWN_LENGTH;

    private GrammarSection() {}

    /**
     * The meaning of a valid head.
     *
     * @param pseudo the pseudo-fields except {@code :authority}
     * @param lines the fields as a handler sees them, with names in lower case
     */
    record Meaning(Map<String, String> pseudo, List<RawLine> lines, long contentLength) {}

    /** {@return the meaning of these lines, or nothing if they are no valid request head} */
    static Optional<Meaning> read(List<RawLine> sent) {
        GrammarSection section = new GrammarSection();
        return sent.stream().allMatch(section::takes) && section.isRequest()
                ? Optional.of(section.meaning())
                : Optional.empty();
    }

    private boolean takes(RawLine line) {
        boolean sound = line.value().matches("[^\\x00-\\x08\\x0a-\\x1f\\x7f]*")
                && !line.value().matches("(?s)[ \t].*|.*[ \t]");
        if (line.name().startsWith(":")) {
            boolean first = lines.isEmpty() && host == null && pseudo.put(line.name(), line.value()) == null;
            return sound && first && PSEUDO_FIELDS.contains(line.name());
        }
        boolean named =
                line.name().matches(TOKEN) && line.name().equals(line.name().toLowerCase(Locale.ROOT));
        return sound && named && !CONNECTION_FIELDS.contains(line.name()) && takesField(line);
    }

    private boolean takesField(RawLine line) {
        switch (line.name()) {
            case "te" -> {
                lines.add(line);
                return line.value().equalsIgnoreCase("trailers");
            }
            case "host" -> {
                boolean first = host == null;
                host = line.value();
                if (!pseudo.containsKey(":authority")) {
                    lines.add(line);
                }
                return first;
            }
            case "cookie" -> {
                addCookie(line);
                return true;
            }
            case "content-length" -> {
                return takesLength(line);
            }
            default -> {
                lines.add(line);
                return true;
            }
        }
    }

    private void addCookie(RawLine crumb) {
        for (int i = 0; i < lines.size(); i++) {
            RawLine before = lines.get(i);
            if (before.name().equals("cookie")) {
                lines.set(i, new RawLine("cookie", before.value() + "; " + crumb.value()));
                return;
            }
        }
        lines.add(crumb);
    }

    private boolean takesLength(RawLine line) {
        if (!line.value().matches("[0-9]+")) {
            return false;
        }
        BigInteger length = new BigInteger(line.value());
        if (length.bitLength() > 63
                || contentLength != RequestHeadReader.UNKNOWN_LENGTH && contentLength != length.longValue()) {
            return false;
        }
        if (contentLength == RequestHeadReader.UNKNOWN_LENGTH) {
            contentLength = length.longValue();
            lines.add(line);
        }
        return true;
    }

    private boolean isRequest() {
        String method = pseudo.getOrDefault(":method", "");
        boolean connect = method.equals("CONNECT");
        return method.matches(TOKEN)
                && connect == pseudo.containsKey(":protocol")
                && pseudo.getOrDefault(":protocol", "websocket").equalsIgnoreCase("websocket")
                && pseudo.getOrDefault(":scheme", "").matches("[A-Za-z][-A-Za-z0-9+.]*")
                && isPath(method, pseudo.getOrDefault(":path", ""))
                && isAuthority();
    }

    private static boolean isPath(String method, String path) {
        return path.matches("/[^ \t#]*") || path.equals("*") && method.equals("OPTIONS");
    }

    private boolean isAuthority() {
        String authority = pseudo.getOrDefault(":authority", host);
        if (authority == null || authority.isEmpty()) {
            return false;
        }
        byte[] octets = authority.getBytes(StandardCharsets.ISO_8859_1);
        return HostRules.isValid(octets, 0, octets.length) && (host == null || host.equalsIgnoreCase(authority));
    }

    private Meaning meaning() {
        List<RawLine> seen = new ArrayList<>(lines);
        String authority = pseudo.remove(":authority");
        if (authority != null) {
            seen.add(0, new RawLine("host", authority));
        }
        if (pseudo.containsKey(":protocol")) { // a handler sees an upgrade, as on HTTP/1.1
            pseudo.put(":method", "GET");
            seen.add(new RawLine("connection", "Upgrade"));
            seen.add(new RawLine("upgrade", "websocket"));
        }
        return new Meaning(pseudo, seen, contentLength);
    }
}
