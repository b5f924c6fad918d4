package dev.ringer.wire;

import dev.ringer.testkit.Fate;
import java.util.List;

/** Requests that the server must serve, even if they arrive in several pieces. */
final class AcceptedRequests {
    private static final String HEAD = " HTTP/1.1\r\nHost: test\r\n";
    private static final String CHUNKED = Victim.CHUNKED;

    /**
     * One request.
     *
     * @param row the row in {@code contract-coverage.md}
     * @param name what is special about the request
     * @param bytes the bytes that the client sends
     * @param answer the handler's answer: method, target and body
     * @param fate the state of the connection after the answer
     */
    record Accepted(int row, String name, String bytes, String answer, Fate fate) {
        @Override
        public String toString() {
            return row + " " + name;
        }
    }

    private AcceptedRequests() {}

    static List<Accepted> all() {
        return List.of(
                kept(0, "plain GET", "GET /a?b" + HEAD + "\r\n", "GET /a?b"),
                kept(0, "body of known length", "POST /" + HEAD + "Content-Length: 5\r\n\r\nhello", "POST / hello"),
                kept(
                        0,
                        "length with leading zeros",
                        "POST /" + HEAD + "Content-Length: 0005\r\n\r\nhello",
                        "POST / hello"),
                kept(0, "unknown method", "BREW /pot" + HEAD + "\r\n", "BREW /pot"),
                kept(0, "odd method", "A!#$%&'*+.^_`|~9 /" + HEAD + "\r\n", "A!#$%&'*+.^_`|~9 /"),
                kept(0, "lower-case method", "get /" + HEAD + "\r\n", "get /"),
                kept(0, "Latin-1 in the target", "GET /gr\u00fcn" + HEAD + "\r\n", "GET /gr\u00fcn"),
                kept(0, "Latin-1 in a value", "GET /" + HEAD + "X: gr\u00fcn\r\n\r\n", "GET /"),
                kept(0, "tab in a value", "GET /" + HEAD + "X: a\tb\r\n\r\n", "GET /"),
                kept(0, "empty value", "GET /" + HEAD + "X:\r\n\r\n", "GET /"),
                kept(2, "empty line before the request", "\r\nGET /" + HEAD + "\r\n", "GET /"),
                kept(2, "two empty lines before the request", "\r\n\r\nGET /" + HEAD + "\r\n", "GET /"),
                kept(2, "bare LF ends lines", "GET / HTTP/1.1\nHost: test\nX: y\n\n", "GET /"),
                kept(7, "long request line", "GET /?" + "q".repeat(300) + HEAD + "\r\n", "GET /?" + "q".repeat(300)),
                kept(8, "Host with a port", "GET / HTTP/1.1\r\nHost: test:80\r\n\r\n", "GET /"),
                kept(8, "Host in brackets", "GET / HTTP/1.1\r\nHost: [::1]:80\r\n\r\n", "GET /"),
                kept(8, "Host with an escape", "GET / HTTP/1.1\r\nHost: a%2db:\r\n\r\n", "GET /"),
                kept(8, "Host with a zone", "GET / HTTP/1.1\r\nHost: [fe80::1%25eth0]:80\r\n\r\n", "GET /"),
                kept(8, "empty Host", "GET / HTTP/1.1\r\nHost:\r\n\r\n", "GET /"),
                kept(9, "absolute form", "GET http://other/p?q" + HEAD + "\r\n", "GET http://other/p?q"),
                kept(
                        12,
                        "white space around a value",
                        "POST /" + HEAD + "Content-Length:\t 2 \t\r\n\r\nok",
                        "POST / ok"),
                kept(21, "chunks", CHUNKED + "5\r\nhello\r\n1\r\n!\r\n0\r\n\r\n", "POST / hello!"),
                kept(21, "no chunk but the last", CHUNKED + "0\r\n\r\n", "POST /"),
                kept(
                        21,
                        "capitals in the coding",
                        CHUNKED.replace("chunked", "CHUNKED") + "1\r\na\r\n0\r\n\r\n",
                        "POST / a"),
                kept(
                        22,
                        "hexadecimal sizes",
                        CHUNKED + "a\r\n0123456789\r\nB\r\n0123456789a\r\n0\r\n\r\n",
                        "POST / 01234567890123456789a"),
                kept(22, "leading zeros of a size", CHUNKED + "0005\r\nhello\r\n000\r\n\r\n", "POST / hello"),
                kept(
                        24,
                        "chunk extensions",
                        CHUNKED + "1;a\r\na\r\n1;a=b;c=\"d;\\\"e\"\r\nb\r\n0;last\r\n\r\n",
                        "POST / ab"),
                kept(25, "trailers", CHUNKED + "1\r\na\r\n0\r\nX-Sum: 1\r\nContent-Length: 9\r\n\r\n", "POST / a"),
                closed(26, "HTTP/1.0", "GET / HTTP/1.0\r\n\r\n", "GET /"),
                kept(26, "HTTP/1.0 that stays", "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", "GET /"),
                closed(28, "close in a list", "GET /" + HEAD + "Connection: x, Close\r\n\r\n", "GET /"),
                closed(
                        28,
                        "close in a second line",
                        "GET /" + HEAD + "Connection: x\r\nConnection: close\r\n\r\n",
                        "GET /"),
                kept(28, "something like close", "GET /" + HEAD + "Connection: closed, not-close\r\n\r\n", "GET /"),
                closed(
                        34,
                        "Expect on HTTP/1.0",
                        "POST / HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\nok",
                        "POST / ok"),
                kept(
                        35,
                        "unknown expectation",
                        "POST /" + HEAD + "Expect: x\r\nContent-Length: 2\r\n\r\nok",
                        "POST / ok"),
                kept(
                        36,
                        "Upgrade that nobody wants",
                        "GET /" + HEAD + "Connection: Upgrade\r\nUpgrade: foo\r\n\r\n",
                        "GET /"));
    }

    private static Accepted kept(int row, String name, String bytes, String answer) {
        return new Accepted(row, name, bytes, answer, Fate.USABLE);
    }

    private static Accepted closed(int row, String name, String bytes, String answer) {
        return new Accepted(row, name, bytes, answer, Fate.CLOSED);
    }
}
