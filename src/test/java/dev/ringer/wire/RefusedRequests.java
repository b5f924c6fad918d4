package dev.ringer.wire;

import java.util.List;

/** Requests that must be refused before any handler sees them. */
final class RefusedRequests {
    private static final String START = "GET / HTTP/1.1\r\n";

    /** The beginning that most of the requests share. */
    static final String HEAD = START + "Host: test\r\n";

    /**
     * One request.
     *
     * @param row the row in {@code contract-coverage.md}
     * @param name what is wrong with the request
     * @param bytes the bytes that the client sends
     * @param statuses the status codes, of which the server may answer any
     */
    record Refused(int row, String name, String bytes, Integer... statuses) {
        @Override
        public String toString() {
            return row + " " + name;
        }
    }

    private RefusedRequests() {}

    static List<Refused> all() {
        return List.of(
                refused(1, "bare CR in the target", "GET /a\rb HTTP/1.1\r\nHost: test\r\n\r\n", 400),
                refused(1, "bare CR after the request line", "GET / HTTP/1.1\rHost: test\r\n\r\n", 400),
                refused(1, "bare CR in a value", HEAD + "X: a\rb\r\n\r\n", 400),
                refused(1, "bare CR at the end of a line", HEAD + "X: a\r\r\n\r\n", 400),
                refused(1, "bare CR ends the head", HEAD + "\r\rX: y\r\n\r\n", 400),
                refused(3, "white space before the first field", START + " X: y\r\nHost: test\r\n\r\n", 400),
                refused(4, "TLS hello", "\u0016\u0003\u0001\u0002\0\u0001\0\u0001\u00fc\u0003\u0003\r\n\r\n", 400),
                refused(4, "binary", "\u0001\u0002\u0003\u00ff\u00fe\r\n\r\n", 400),
                refused(4, "one word", "GET\r\n\r\n", 400),
                refused(4, "two words", "GET /\r\n\r\n", 400),
                refused(4, "four words", "GET / x HTTP/1.1\r\nHost: test\r\n\r\n", 400),
                refused(4, "two spaces after the method", "GET  / HTTP/1.1\r\nHost: test\r\n\r\n", 400, 404),
                refused(4, "no target", "GET  HTTP/1.1\r\nHost: test\r\n\r\n", 404),
                refused(4, "tab for a space", "GET\t/\tHTTP/1.1\r\nHost: test\r\n\r\n", 400),
                refused(4, "space at the end of the line", "GET / HTTP/1.1 \r\nHost: test\r\n\r\n", 400),
                refused(4, "space in front of the method", " GET / HTTP/1.1\r\nHost: test\r\n\r\n", 400),
                refused(5, "lower-case name of the protocol", "GET / http/1.1\r\nHost: test\r\n\r\n", 400, 505),
                refused(5, "two digits", "GET / HTTP/1.10\r\nHost: test\r\n\r\n", 400, 505),
                refused(5, "no minor version", "GET / HTTP/1\r\nHost: test\r\n\r\n", 400, 505),
                refused(5, "HTTP/2.0", "GET / HTTP/2.0\r\nHost: test\r\n\r\n", 400, 505),
                refused(5, "HTTP/0.9", "GET / HTTP/0.9\r\nHost: test\r\n\r\n", 400, 505),
                refused(5, "comma for a point", "GET / HTTP/1,1\r\nHost: test\r\n\r\n", 400, 505),
                refused(5, "preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400, 404, 505),
                refused(6, "method of 64 KB", "G".repeat(66_000) + " / HTTP/1.1\r\nHost: test\r\n\r\n", 400, 414, 501),
                refused(6, "target of 1 MB", "GET /" + "a".repeat(1 << 20) + " HTTP/1.1\r\nHost: test\r\n\r\n", 414),
                refused(8, "no Host", START + "\r\n", 400),
                refused(8, "two Hosts", HEAD + "Host: test\r\n\r\n", 400),
                refused(8, "two Hosts on HTTP/1.0", "GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n", 400),
                refused(8, "Host with a comma", START + "Host: a, b\r\n\r\n", 400),
                refused(8, "Host with a space", START + "Host: a b\r\n\r\n", 400),
                refused(8, "Host with a path", START + "Host: a/b\r\n\r\n", 400),
                refused(8, "Host with a user", START + "Host: user@a\r\n\r\n", 400),
                refused(8, "Host with a bad port", START + "Host: a:b\r\n\r\n", 400),
                refused(8, "Host with a port beyond 65535", START + "Host: a:99999\r\n\r\n", 400),
                refused(8, "Host with a broken escape", START + "Host: a%zz\r\n\r\n", 400),
                refused(8, "Host with a script in brackets", START + "Host: [javascript:alert(1)]\r\n\r\n", 400),
                refused(10, "asterisk of a GET", "GET * HTTP/1.1\r\nHost: test\r\n\r\n", 400, 404),
                refused(10, "target of two slashes", "GET //evil/a HTTP/1.1\r\nHost: test\r\n\r\n", 400),
                refused(10, "fragment", "GET /a#b HTTP/1.1\r\nHost: test\r\n\r\n", 400),
                refused(10, "CONNECT", "CONNECT test:80 HTTP/1.1\r\nHost: test\r\n\r\n", 501),
                refused(10, "CONNECT with a path", "CONNECT /admin HTTP/1.1\r\nHost: test\r\n\r\n", 501),
                refused(10, "scheme without a host", "GET x:/admin HTTP/1.1\r\nHost: test\r\n\r\n", 400),
                refused(10, "empty authority", "GET http:///admin HTTP/1.1\r\nHost: test\r\n\r\n", 400),
                refused(10, "authority without a host", "GET http://:80/admin HTTP/1.1\r\nHost: test\r\n\r\n", 400),
                refused(10, "user in the authority", "GET http://a@b/admin HTTP/1.1\r\nHost: test\r\n\r\n", 400),
                refused(
                        10,
                        "a number that java.net.URI does not expect",
                        "GET http://[::99999999999.1.1.1]/ HTTP/1.1\r\nHost: test\r\n\r\n",
                        400),
                refused(10, "no host of two", "GET http://a,b/admin HTTP/1.1\r\nHost: test\r\n\r\n", 400),
                refused(10, "opaque target", "GET mailto:a HTTP/1.1\r\nHost: test\r\n\r\n", 400, 404),
                refused(10, "no slash", "GET a HTTP/1.1\r\nHost: test\r\n\r\n", 400, 404),
                refused(10, "NUL in the target", "GET /a\0b HTTP/1.1\r\nHost: test\r\n\r\n", 400),
                refused(10, "DEL in the target", "GET /a\u007fb HTTP/1.1\r\nHost: test\r\n\r\n", 400),
                refused(10, "bad escape", "GET /%zz HTTP/1.1\r\nHost: test\r\n\r\n", 400),
                refused(11, "space before the colon", HEAD + "X : y\r\n\r\n", 400),
                refused(11, "tab before the colon", HEAD + "X\t: y\r\n\r\n", 400),
                refused(11, "no colon", HEAD + "X\r\n\r\n", 400),
                refused(11, "no name", HEAD + ": y\r\n\r\n", 400),
                refused(11, "name that is no token", HEAD + "X(y): z\r\n\r\n", 400),
                refused(11, "NUL in a name", HEAD + "X\0y: z\r\n\r\n", 400),
                refused(11, "Latin-1 in a name", HEAD + "gr\u00fcn: z\r\n\r\n", 400),
                refused(13, "folded line", HEAD + "X: a\r\n b\r\n\r\n", 400),
                refused(13, "folded with a tab", HEAD + "X: a\r\n\tb\r\n\r\n", 400),
                refused(13, "line of blanks", HEAD + "X: a\r\n \r\n\r\n", 400),
                refused(14, "NUL in a value", HEAD + "X: a\0b\r\n\r\n", 400),
                refused(14, "control character in a value", HEAD + "X: a\u0001b\r\n\r\n", 400),
                refused(14, "DEL in a value", HEAD + "X: a\u007fb\r\n\r\n", 400),
                refused(15, "length and coding", HEAD + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
                refused(15, "coding and length", HEAD + "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n", 400),
                refused(
                        16,
                        "coding on HTTP/1.0",
                        "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                        400),
                refused(17, "unknown coding", HEAD + "Transfer-Encoding: cow, chunked\r\n\r\n", 400, 501),
                refused(17, "known coding before chunked", HEAD + "Transfer-Encoding: gzip, chunked\r\n\r\n", 400, 501),
                refused(18, "chunked is not the last", HEAD + "Transfer-Encoding: chunked, identity\r\n\r\n", 400, 501),
                refused(18, "identity", HEAD + "Transfer-Encoding: identity\r\n\r\n", 400, 501),
                refused(18, "empty coding", HEAD + "Transfer-Encoding:\r\n\r\n", 400, 501),
                refused(19, "plus sign", HEAD + "Content-Length: +5\r\n\r\n", 400),
                refused(19, "minus sign", HEAD + "Content-Length: -5\r\n\r\n", 400),
                refused(19, "list", HEAD + "Content-Length: 5,6\r\n\r\n", 400),
                refused(19, "two lengths", HEAD + "Content-Length: 5\r\nContent-Length: 6\r\n\r\n", 400),
                refused(19, "the same length twice", HEAD + "Content-Length: 5\r\nContent-Length: 5\r\n\r\n", 400),
                refused(19, "empty length", HEAD + "Content-Length:\r\n\r\n", 400),
                refused(19, "hexadecimal length", HEAD + "Content-Length: 0x5\r\n\r\n", 400),
                refused(19, "length with a space", HEAD + "Content-Length: 1 2\r\n\r\n", 400),
                refused(19, "length beyond 63 bits", HEAD + "Content-Length: 9223372036854775808\r\n\r\n", 400),
                refused(19, "length beyond 64 bits", HEAD + "Content-Length: 18446744073709551621\r\n\r\n", 400),
                refused(21, "chunked twice", HEAD + "Transfer-Encoding: chunked, chunked\r\n\r\n", 400),
                refused(
                        21,
                        "chunked in two lines",
                        HEAD + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n",
                        400,
                        501));
    }

    private static Refused refused(int row, String name, String bytes, Integer... statuses) {
        return new Refused(row, name, bytes, statuses);
    }
}
