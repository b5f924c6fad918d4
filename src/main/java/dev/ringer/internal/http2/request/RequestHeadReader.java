package dev.ringer.internal.http2.request;

import dev.ringer.internal.bytes.RecentCache;
import dev.ringer.internal.bytes.TokenScan;
import dev.ringer.internal.http.HostRules;
import dev.ringer.internal.http.RequestTarget;
import dev.ringer.internal.http2.flow.Priority;
import dev.ringer.internal.http2.frame.Http2Fault;
import dev.ringer.internal.http2.hpack.FieldLine;
import dev.ringer.internal.http2.hpack.FieldName;
import dev.ringer.internal.names.KnownNames;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Collects and checks the head of a request (RFC 9113, 8.3; RFC 8441, 4): pseudo-fields, Host, Cookie and
 * Content-Length. A handler sees the same head as for a request over HTTP/1.1. Host is the first line, with the value
 * of {@code :authority}. The pieces of a split cookie become one line. An extended CONNECT for a WebSocket becomes a
 * GET with {@code Upgrade}. So a filter that was written for HTTP/1.1 also works over HTTP/2.
 *
 * <p>An object can read any number of heads, one after the other. Not thread-safe.
 */
public final class RequestHeadReader extends FieldSectionReader {
    /** The result of {@link #contentLength} for a head without Content-Length. */
    public static final long UNKNOWN_LENGTH = -1;

    private static final FieldName HOST = FieldName.of("host");
    private static final int COOKIE = KnownNames.indexOf("Cookie");
    private static final FieldLine UPGRADE = new FieldLine(FieldName.of("upgrade"), ascii("websocket"));
    private static final FieldLine CONNECTION = new FieldLine(FieldName.of("connection"), ascii("Upgrade"));
    private static final int PRIORITY = KnownNames.indexOf("Priority");
    private static final int NO_PLACE = -1;
    private static final int MAX_PATH_KEPT = 4096;
    private static final int MAX_AUTHORITY_KEPT = 256;
    private static final byte[] NOTHING = {};

    private final boolean hostValidation;
    private boolean extendedConnect; // whether the server has announced ENABLE_CONNECT_PROTOCOL

    // values of the last head, because the next head usually has the same values
    private FieldLine lastAuthority;
    private FieldLine lastHost;
    private byte[] path = NOTHING;

    // state of the current head
    private FieldLine method;
    private FieldLine scheme;
    private FieldLine authority;
    private FieldLine protocol;
    private int pathEnd = NO_PLACE; // number of bytes of the path in {@code path}; NO_PLACE if the head has no path
    private boolean fieldSeen;
    private int hostPlace = NO_PLACE;
    private FieldLine host;
    private int cookiePlace = NO_PLACE;
    private FieldLine firstCookie;
    private CookieLine cookie; // joined Cookie line; null unless the client has split the cookie
    private long contentLength = UNKNOWN_LENGTH;
    private FieldLine expect;
    private FieldLine priority;

    /**
     * Makes a reader of request heads.
     *
     * @param maxFields the most lines that a head may have, without pseudo-fields
     * @param hostValidation whether hosts are checked; if not, a request may have no host, or several
     * @param extendedConnect whether the server has announced ENABLE_CONNECT_PROTOCOL
     */
    RequestHeadReader(int maxFields, boolean hostValidation, boolean extendedConnect) {
        super(maxFields);
        this.hostValidation = hostValidation;
        this.extendedConnect = extendedConnect;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Prepares the reader for another connection, where the server may have announced ENABLE_CONNECT_PROTOCOL. */
    RequestHeadReader extendedConnect(boolean announced) {
        extendedConnect = announced;
        return this;
    }

    /** Forgets the current head. An unused reader must retain nothing large, and nothing that belongs to a stream. */
    @Override
    void clear() {
        super.clear();
        method = null;
        scheme = null;
        authority = null;
        protocol = null;
        pathEnd = NO_PLACE;
        fieldSeen = false;
        hostPlace = NO_PLACE;
        host = null;
        cookiePlace = NO_PLACE;
        firstCookie = null;
        cookie = null;
        contentLength = UNKNOWN_LENGTH;
        expect = null;
        priority = null;
        if (path.length > MAX_PATH_KEPT) {
            path = NOTHING;
        }
        if (lastAuthority != null && lastAuthority.value().length > MAX_AUTHORITY_KEPT) {
            lastAuthority = null;
            lastHost = null;
        }
    }

    @Override
    void onPseudoLine(FieldLine line) {
        if (fieldSeen) {
            fail(Http2Fault.PSEUDO_FIELD_AFTER_FIELDS);
            return;
        }
        switch (line.name().pseudo()) {
            case METHOD -> method = once(method, line);
            case SCHEME -> scheme = once(scheme, line);
            case AUTHORITY -> {
                authority = once(authority, line);
                keepHost(line);
            }
            case PATH -> path(line.value(), 0, line.value().length);
            case PROTOCOL -> {
                protocol = once(protocol, line);
                if (!extendedConnect) {
                    fail(Http2Fault.UNKNOWN_PSEUDO_FIELD);
                }
            }
            case NONE, OTHER -> fail(Http2Fault.UNKNOWN_PSEUDO_FIELD);
        }
    }

    @Override
    void onPseudoLiteral(FieldName name, byte[] bytes, int from, int to) {
        if (name.pseudo() == FieldName.Pseudo.PATH && !fieldSeen) {
            path(bytes, from, to); // Most clients send the path as a literal. Handling it here needs no FieldLine.
        } else {
            onPseudoLine(new FieldLine(name, Arrays.copyOfRange(bytes, from, to)));
        }
    }

    private FieldLine once(FieldLine before, FieldLine line) {
        if (before != null) {
            fail(Http2Fault.PSEUDO_FIELD_REPEATED);
        }
        return line;
    }

    private void path(byte[] bytes, int from, int to) {
        if (pathEnd >= 0) {
            fail(Http2Fault.PSEUDO_FIELD_REPEATED);
            return;
        }
        if (path.length < to - from) {
            path = new byte[Math.max(64, to - from)];
        }
        System.arraycopy(bytes, from, path, 0, to - from);
        pathEnd = to - from;
    }

    /**
     * Adds a Host line with the value of {@code :authority}. If the previous head had the same authority, adds the Host
     * line of that head.
     */
    private void keepHost(FieldLine line) {
        if (line != lastAuthority) {
            lastAuthority = line;
            lastHost = new FieldLine(HOST, line.value());
        }
        if (count() == 0) {
            keep(lastHost);
            hostPlace = 0;
        }
    }

    @Override
    void onField(FieldLine line) {
        fieldSeen = true;
        int known = line.name().known();
        if (known == KnownNames.HOST) {
            hostLine(line);
        } else if (known == COOKIE) {
            cookieLine(line);
        } else if (known == KnownNames.CONTENT_LENGTH) {
            contentLengthLine(line);
        } else {
            if (known == KnownNames.EXPECT) {
                expect = line;
            } else if (known == PRIORITY) {
                priority = line;
            }
            keep(line);
        }
    }

    private void hostLine(FieldLine line) {
        if (host != null && hostValidation) {
            fail(Http2Fault.HOST_REPEATED);
        }
        host = line;
        if (authority == null) {
            hostPlace = count();
            keep(line);
        }
    }

    private void cookieLine(FieldLine line) {
        if (cookiePlace < 0) {
            cookiePlace = count();
            firstCookie = line;
            keep(line);
            return;
        }
        if (cookie == null) {
            cookie = new CookieLine(firstCookie);
            replace(cookiePlace, cookie);
        }
        cookie.add(line);
    }

    private void contentLengthLine(FieldLine line) {
        long length = numberIn(line.value());
        if (length < 0) {
            fail(Http2Fault.BAD_CONTENT_LENGTH);
        } else if (contentLength == UNKNOWN_LENGTH) {
            contentLength = length;
            keep(line);
        } else if (contentLength != length) {
            fail(Http2Fault.CONTENT_LENGTH_REPEATED);
        }
    }

    /**
     * Returns the number that the digits represent. Returns -1 if there is no digit, an octet is no digit, or the
     * number does not fit into a long.
     */
    private static long numberIn(byte[] digits) {
        long number = 0;
        for (byte octet : digits) {
            int digit = octet - '0';
            if (digit < 0 || digit > 9 || number > (Long.MAX_VALUE - digit) / 10) {
                return -1;
            }
            number = 10 * number + digit;
        }
        return digits.length > 0 ? number : -1;
    }

    /** Checks the complete head. Returns the first rule that the head has broken; null if there is none. */
    public Http2Fault end() {
        if (fault() == null) {
            checkControlData();
        }
        if (fault() == null) {
            checkHost();
        }
        if (fault() == null && protocol != null) {
            showUpgrade();
        }
        return fault();
    }

    private void checkControlData() {
        if (method == null) {
            fail(Http2Fault.METHOD_MISSING);
        } else if (!TokenScan.isToken(method.value())) {
            fail(Http2Fault.BAD_METHOD);
        } else if (isConnect() && protocol == null) {
            fail(Http2Fault.CONNECT_UNSUPPORTED);
        } else if (protocol != null && !isConnect()) {
            fail(Http2Fault.PROTOCOL_WITHOUT_CONNECT);
        } else if (scheme == null) {
            fail(Http2Fault.SCHEME_MISSING);
        } else if (!isScheme(scheme.value())) {
            fail(Http2Fault.BAD_SCHEME);
        } else if (pathEnd < 0) {
            fail(Http2Fault.PATH_MISSING);
        } else if (!isPath()) {
            fail(Http2Fault.BAD_PATH);
        }
    }

    private void showUpgrade() {
        if (protocol.text().equalsIgnoreCase("websocket")) {
            keep(CONNECTION);
            keep(UPGRADE);
        } else {
            fail(Http2Fault.PROTOCOL_UNSUPPORTED);
        }
    }

    private boolean isConnect() {
        return method.text().equals("CONNECT");
    }

    /** Whether the octets are a URI scheme (RFC 3986, 3.1). */
    private static boolean isScheme(byte[] scheme) {
        for (int i = 0; i < scheme.length; i++) {
            boolean letter = (scheme[i] | 0x20) >= 'a' && (scheme[i] | 0x20) <= 'z';
            boolean digit = scheme[i] >= '0' && scheme[i] <= '9';
            if (!letter && (i == 0 || !digit && "+-.".indexOf(scheme[i]) < 0)) {
                return false;
            }
        }
        return scheme.length > 0;
    }

    /**
     * Whether the path has origin form, or is the asterisk of an OPTIONS request. Blanks and {@code #} are not allowed,
     * because another server might read such a path differently.
     */
    private boolean isPath() {
        if (pathEnd == 1 && path[0] == '*') {
            return method.text().equals("OPTIONS");
        }
        for (int i = 0; i < pathEnd; i++) {
            if (path[i] == ' ' || path[i] == '\t' || path[i] == '#') {
                return false;
            }
        }
        return pathEnd > 0 && path[0] == '/';
    }

    private void checkHost() {
        if (!hostValidation) {
            return;
        }
        if (hostPlace < 0) {
            fail(Http2Fault.AUTHORITY_MISSING);
            return;
        }
        byte[] value = (authority != null ? authority : host).value();
        if (value.length == 0 || !HostRules.isValid(value, 0, value.length)) {
            fail(Http2Fault.BAD_AUTHORITY);
        } else if (authority != null && host != null && !host.text().equalsIgnoreCase(authority.text())) {
            fail(Http2Fault.HOST_DIFFERS);
        }
    }

    /** Returns the method that a handler sees; an empty string if the head has no method and so is invalid. */
    public String method() {
        return method == null ? "" : asksForTunnel() ? "GET" : method.text();
    }

    /** Whether the request is an extended CONNECT. */
    boolean asksForTunnel() {
        return protocol != null;
    }

    /**
     * Returns the head in the form in which a handler sees it. Call only if the head is valid. {@code target} is the
     * parsed path.
     */
    public Http2RequestHead head(RequestTarget target) {
        return new Http2RequestHead(method(), target, lines());
    }

    /**
     * Returns how long the request line of a valid head would be on HTTP/1.1, without its end, which has the version.
     */
    public int requestLineLength() {
        return method.value().length + 1 + pathEnd;
    }

    /** Returns the scheme of a valid head. Only for tests. */
    String scheme() {
        return scheme.text();
    }

    /** Returns the value of {@code :protocol}; null if the head has none. Only for tests. */
    String protocol() {
        return protocol == null ? null : protocol.text();
    }

    /** Returns how long a cookie that the client has split will be when a handler reads it; 0 if it has not split it. */
    public int joinedCookieLength() {
        return cookie == null ? 0 : cookie.joinedLength();
    }

    /** Whether the head has a non-empty path. The path may be invalid. */
    public boolean hasPath() {
        return pathEnd > 0;
    }

    /** Returns the path of a valid head, as the client sent it. Only for tests. */
    String path() {
        return new String(path, 0, pathEnd, StandardCharsets.ISO_8859_1);
    }

    /** Returns the parsed path, from the cache if it contains the path. */
    public RequestTarget path(RecentCache<RequestTarget> targets) {
        return RequestTarget.of(path, 0, pathEnd, targets);
    }

    /** Returns the Content-Length; {@link #UNKNOWN_LENGTH} if the head has none. */
    public long contentLength() {
        return contentLength;
    }

    /** Whether the client waits for 100 (Continue) before it sends content (RFC 9110, 10.1.1). */
    public boolean expectsContinue() {
        return expect != null && expect.text().equalsIgnoreCase("100-continue");
    }

    /** Returns the priority from the Priority field, or the default priority if the head has no such field. */
    public int priority() {
        return priority == null ? Priority.DEFAULT : Priority.parse(priority.value(), priority.value().length);
    }
}
