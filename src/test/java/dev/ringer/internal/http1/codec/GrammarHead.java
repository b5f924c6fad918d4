package dev.ringer.internal.http1.codec;

import dev.ringer.internal.http1.codec.HeadOutcome.Accepted;
import dev.ringer.internal.http1.codec.HeadOutcome.Framing;
import dev.ringer.internal.http1.codec.HeadOutcome.Meaning;
import dev.ringer.testkit.Field;
import java.math.BigInteger;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads request heads by the grammar of RFC 9112 and RFC 9110, with regular expressions. This independent
 * implementation shares only {@link URI} with the parser. It does not limit the size of a head. It deviates from the
 * RFCs once: a target may be empty, because the JDK's own tests expect that such a request finds no context.
 */
final class GrammarHead {
    private static final String TOKEN = "[-!#$%&'*+.^_`|~0-9A-Za-z]+";
    private static final Pattern EMPTY_LINES = Pattern.compile("(?:\r?\n)*+");
    private static final Pattern REQUEST_LINE =
            Pattern.compile("(" + TOKEN + ") ([\\x21-\\x7e\\x80-\\xff]*) HTTP/1\\.([0-9])");
    private static final Pattern FIELD_LINE =
            Pattern.compile("(" + TOKEN + "):[ \t]*+((?:[\t\\x20-\\x7e\\x80-\\xff]*[\\x21-\\x7e\\x80-\\xff])?)[ \t]*");
    private static final String H16 = "[0-9A-Fa-f]{1,4}";
    private static final String OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
    private static final String LS32 = "(?:H:H|O\\.O\\.O\\.O)".replace("H", H16).replace("O", OCTET);
    private static final String IPV6 = ("(?:(?:H:){6}L|::(?:H:){5}L|H?::(?:H:){4}L|(?:(?:H:){0,1}H)?::(?:H:){3}L"
                    + "|(?:(?:H:){0,2}H)?::(?:H:){2}L|(?:(?:H:){0,3}H)?::H:L|(?:(?:H:){0,4}H)?::L"
                    + "|(?:(?:H:){0,5}H)?::H|(?:(?:H:){0,6}H)?::)")
            .replace("L", LS32)
            .replace("H", H16);
    private static final Pattern HOST = Pattern.compile("(?<host>\\[" + IPV6 + "(?:%[-._~%0-9A-Za-z]+)?]"
            + "|(?:[-.~_!$&'()*+;=0-9A-Za-z]|%[0-9A-Fa-f]{2})*)(?::(?<port>[0-9]{0,5}))?");
    private static final Pattern DIGITS = Pattern.compile("[0-9]+");
    private static final BigInteger LARGEST = BigInteger.valueOf(Long.MAX_VALUE);

    private final String method;
    private final String target;
    private final int minorVersion;
    private final List<Field> fields = new ArrayList<>();

    private GrammarHead(Matcher requestLine) {
        method = requestLine.group(1);
        target = requestLine.group(2);
        minorVersion = Integer.parseInt(requestLine.group(3));
    }

    /** {@return the meaning of the head at the beginning of these bytes, or nothing if it is incomplete or invalid} */
    static Optional<Accepted> read(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        Matcher empty = EMPTY_LINES.matcher(text);
        int at = empty.lookingAt() ? empty.end() : 0;
        GrammarHead head = null;
        for (int end; at <= 64 || head != null; at = end + 1) {
            end = text.indexOf('\n', at);
            if (end < 0) {
                return Optional.empty();
            }
            String line = text.substring(at, end > at && text.charAt(end - 1) == '\r' ? end - 1 : end);
            if (head == null) {
                Matcher requestLine = REQUEST_LINE.matcher(line);
                if (!requestLine.matches()) {
                    return Optional.empty();
                }
                head = new GrammarHead(requestLine);
            } else if (line.isEmpty()) {
                return head.accepted(end + 1);
            } else if (!head.addField(line)) {
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    private boolean addField(String line) {
        Matcher field = FIELD_LINE.matcher(line);
        return field.matches() && fields.add(new Field(normal(field.group(1)), field.group(2)));
    }

    private static String normal(String name) {
        return name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1).toLowerCase(Locale.ROOT);
    }

    private Optional<Accepted> accepted(int length) {
        if (method.equals("CONNECT") || !hasGoodTarget() || !hasGoodHost()) {
            return Optional.empty();
        }
        return bodyLength().map(bodyLength -> {
            Framing framing = new Framing(bodyLength, persistent(), expectsContinue(bodyLength), asksFor("upgrade"));
            return new Accepted(length, new Meaning(method, target, minorVersion, fields, framing), Set.of());
        });
    }

    private boolean hasGoodTarget() {
        if (target.startsWith("//") || target.indexOf('#') >= 0) {
            return false;
        }
        try {
            URI uri = new URI(target);
            return uri.getPath() != null && (!uri.isAbsolute() || isHost(uri.getRawAuthority(), false));
        } catch (URISyntaxException | NumberFormatException e) {
            return false;
        }
    }

    private boolean hasGoodHost() {
        List<String> hosts = values("Host").toList();
        return hosts.isEmpty() ? minorVersion == 0 : hosts.size() == 1 && isHost(hosts.get(0), true);
    }

    private static boolean isHost(String text, boolean mayBeEmpty) {
        Matcher host = HOST.matcher(text == null ? "" : text);
        return host.matches()
                && (mayBeEmpty || !host.group("host").isEmpty())
                && Integer.parseInt("0" + (host.group("port") == null ? "" : host.group("port"))) < 1 << 16;
    }

    private Optional<Long> bodyLength() {
        List<String> codings = values("Transfer-encoding").toList();
        List<String> lengths = values("Content-length").toList();
        if (!codings.isEmpty()) {
            boolean chunked = codings.size() == 1 && codings.get(0).equalsIgnoreCase("chunked");
            return chunked && lengths.isEmpty() && minorVersion > 0
                    ? Optional.of(FramingRules.CHUNKED)
                    : Optional.empty();
        }
        if (lengths.isEmpty()) {
            return Optional.of(0L);
        }
        return Optional.of(lengths.get(0))
                .filter(length -> lengths.size() == 1 && DIGITS.matcher(length).matches())
                .map(BigInteger::new)
                .filter(length -> length.compareTo(LARGEST) <= 0)
                .map(BigInteger::longValueExact);
    }

    private boolean persistent() {
        return !asksFor("close") && (minorVersion > 0 || asksFor("keep-alive"));
    }

    private boolean expectsContinue(long bodyLength) {
        return minorVersion > 0 && bodyLength != 0 && values("Expect").anyMatch("100-continue"::equalsIgnoreCase);
    }

    private boolean asksFor(String option) {
        return values("Connection")
                .flatMap(value -> Stream.of(value.split(",")))
                .anyMatch(element -> element.replaceAll("^[ \t]+|[ \t]+$", "").equalsIgnoreCase(option));
    }

    private Stream<String> values(String name) {
        return fields.stream().filter(field -> field.name().equals(name)).map(Field::value);
    }
}
