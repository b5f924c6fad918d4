package dev.ringer.internal.transport.tls;

import dev.ringer.internal.http.ErrorText;
import dev.ringer.internal.time.HttpDate;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Recognizes clients that speak HTTP without TLS to a server that speaks TLS, and answers them in clear text: a TLS
 * alert would tell their users nothing. The preface of HTTP/2 is a request line, too.
 */
final class ClearText {
    /** Whether received bytes are the beginning of a request line (RFC 9112, 3). */
    enum Verdict {
        NO,
        /** More bytes are needed. */
        PERHAPS,
        YES
    }

    /** With a target of this length, the server does not wait for the end of the line: nothing else begins like this. */
    private static final int MAX_BYTES = 8192;

    private static final int MAX_METHOD = 24;
    private static final byte[] VERSION = "HTTP/".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] HEAD = "HEAD ".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] PAGE = ErrorText.page(400, "This is an HTTPS port; use https:// instead of http://");

    private ClearText() {}

    /** Judges the first bytes of a connection. Does not move the position of the buffer. */
    static Verdict judge(ByteBuffer received) {
        int end = received.limit();
        int at = received.position();
        int method = at;
        while (at < end && at - method < MAX_METHOD && isOfMethod(received.get(at))) {
            at++;
        }
        if (at == end) {
            return Verdict.PERHAPS;
        }
        if (at == method || received.get(at) != ' ') {
            return Verdict.NO;
        }
        int target = ++at;
        while (at < end && (received.get(at) & 0xFF) > ' ') {
            at++;
        }
        if (at == end) {
            return end - method < MAX_BYTES ? Verdict.PERHAPS : Verdict.YES;
        }
        if (at == target || received.get(at) != ' ') {
            return Verdict.NO;
        }
        at++;
        int compared = Math.min(end - at, VERSION.length);
        if (!beginsWith(received, at, VERSION, compared)) {
            return Verdict.NO;
        }
        return compared == VERSION.length ? Verdict.YES : Verdict.PERHAPS;
    }

    private static boolean isOfMethod(byte character) {
        int lower = character | 0x20;
        return lower >= 'a' && lower <= 'z' || character == '-';
    }

    private static boolean beginsWith(ByteBuffer received, int at, byte[] text, int count) {
        for (int i = 0; i < count; i++) {
            if (received.get(at + i) != text[i]) {
                return false;
            }
        }
        return true;
    }

    /** Returns the response to a request. */
    static ByteBuffer response(ByteBuffer request) {
        boolean head = beginsWith(request, request.position(), HEAD, HEAD.length);
        byte[] fields = ("HTTP/1.1 400 Bad Request\r\nContent-type: text/html\r\nContent-length: " + PAGE.length
                        + "\r\nConnection: close\r\nDate: " + HttpDate.now().text() + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        ByteBuffer response = ByteBuffer.allocate(fields.length + PAGE.length).put(fields);
        return (head ? response : response.put(PAGE)).flip();
    }
}
