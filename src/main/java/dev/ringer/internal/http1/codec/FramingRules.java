package dev.ringer.internal.http1.codec;

import dev.ringer.internal.bytes.TokenScan;
import dev.ringer.internal.http.HostRules;
import dev.ringer.internal.http.RequestRefused;
import dev.ringer.internal.http.Tolerance;
import dev.ringer.internal.http.Violation;
import dev.ringer.internal.names.KnownNames;
import java.util.List;

/**
 * Reads what the field lines of a request say about its connection:
 *
 * <ul>
 *   <li>the length of the body (RFC 9112, 6.3);
 *   <li>whether the connection persists (RFC 9112, 9.3);
 *   <li>whether the client waits for a response with status 100 before it sends the body (RFC 9110, 10.1.1).
 * </ul>
 *
 * <p>Each event loop has one object of this class, and uses it for one head after the other.
 */
public final class FramingRules {
    /** The value of {@link #bodyLength} for a chunked body. */
    public static final long CHUNKED = -1;

    private final boolean hostValidation;
    private final Tolerance tolerance;

    // results for the head that was read last
    private long length;
    private boolean lengthGiven;
    private boolean codingGiven;
    // Whether Transfer-Encoding is one line with the single word "chunked". The server refuses a list such as
    // ",chunked", because a proxy may not recognise the word in it.
    private boolean chunkedAlone;
    private boolean chunkedSeen;
    private boolean unknownCoding; // whether a coding other than chunked was seen
    private boolean close;
    private boolean keepAlive;
    private boolean upgrade;
    private boolean expectsContinue;
    private int hosts; // number of Host lines in the head

    public FramingRules(boolean hostValidation, Tolerance tolerance) {
        this.hostValidation = hostValidation;
        this.tolerance = tolerance;
    }

    /**
     * Reads what a complete head says about its connection.
     *
     * @throws RequestRefused if the field lines contradict each other or the RFC
     */
    public void read(Http1RequestHead head) {
        clear();
        for (int line = 0, count = head.count(); line < count; line++) {
            switch (head.knownName(line)) {
                case KnownNames.HOST -> host(head, line);
                case KnownNames.CONTENT_LENGTH -> contentLength(head, line);
                case KnownNames.TRANSFER_ENCODING -> {
                    chunkedAlone = !codingGiven && isWord(head, line, "chunked");
                    codingGiven = true;
                    list(head, line);
                }
                case KnownNames.CONNECTION -> list(head, line);
                case KnownNames.EXPECT -> expectsContinue |= isWord(head, line, "100-continue");
                default -> {}
            }
        }
        checkHost(head);
        settleLength(head);
    }

    private void clear() {
        length = 0;
        lengthGiven = false;
        codingGiven = false;
        chunkedAlone = false;
        chunkedSeen = false;
        unknownCoding = false;
        close = false;
        keepAlive = false;
        upgrade = false;
        expectsContinue = false;
        hosts = 0;
        tolerance.takeUsed();
    }

    private static boolean isWord(Http1RequestHead head, int line, String word) {
        int begin = head.valueBegin(line);
        return TokenScan.spells(head.bytes(), begin, head.valueEnd(begin), word);
    }

    private void host(Http1RequestHead head, int line) {
        hosts++;
        int begin = head.valueBegin(line);
        if (hostValidation && !HostRules.isValid(head.bytes(), begin, head.valueEnd(begin))) {
            tolerance.meet(Violation.BAD_HOST);
        }
    }

    private void checkHost(Http1RequestHead head) {
        if (!hostValidation) {
            return;
        }
        if (hosts > 1) {
            tolerance.meet(Violation.HOST_REPEATED);
        }
        if (hosts == 0 && head.minorVersion() > 0) {
            tolerance.meet(Violation.HOST_MISSING);
        }
    }

    private void contentLength(Http1RequestHead head, int line) {
        if (lengthGiven) {
            throw new RequestRefused(Violation.CONTENT_LENGTH_REPEATED);
        }
        lengthGiven = true;
        byte[] bytes = head.bytes();
        int from = head.valueBegin(line);
        int to = head.valueEnd(from);
        if (from == to) {
            throw new RequestRefused(Violation.BAD_CONTENT_LENGTH);
        }
        for (int at = from; at < to; at++) {
            int digit = bytes[at] - '0';
            if (digit < 0 || digit > 9 || length > (Long.MAX_VALUE - digit) / 10) {
                throw new RequestRefused(Violation.BAD_CONTENT_LENGTH);
            }
            length = 10 * length + digit;
        }
    }

    private void list(Http1RequestHead head, int line) {
        boolean connection = head.knownName(line) == KnownNames.CONNECTION;
        byte[] bytes = head.bytes();
        int from = head.valueBegin(line);
        int to = head.valueEnd(from);
        int end;
        for (int begin = TokenScan.elementBegin(bytes, from, to);
                begin < to;
                begin = TokenScan.elementBegin(bytes, end, to)) {
            end = TokenScan.elementEnd(bytes, begin, to);
            if (connection) {
                option(bytes, begin, end);
            } else {
                coding(bytes, begin, end);
            }
        }
    }

    private void option(byte[] bytes, int from, int to) {
        close |= TokenScan.spells(bytes, from, to, "close");
        keepAlive |= TokenScan.spells(bytes, from, to, "keep-alive");
        upgrade |= TokenScan.spells(bytes, from, to, "upgrade");
    }

    private void coding(byte[] bytes, int from, int to) {
        if (chunkedSeen) { // chunked is not the last coding, or it occurs twice
            throw new RequestRefused(Violation.BAD_TRANSFER_CODING);
        }
        chunkedSeen = TokenScan.spells(bytes, from, to, "chunked");
        unknownCoding |= !chunkedSeen;
    }

    private void settleLength(Http1RequestHead head) {
        if (codingGiven) {
            if (lengthGiven) {
                throw new RequestRefused(Violation.CONTENT_LENGTH_WITH_CODING);
            }
            if (head.minorVersion() == 0) {
                throw new RequestRefused(Violation.CODING_ON_HTTP_1_0);
            }
            if (!chunkedAlone) {
                boolean disguised = chunkedSeen && !unknownCoding;
                throw new RequestRefused(disguised ? Violation.BAD_TRANSFER_CODING : Violation.UNKNOWN_TRANSFER_CODING);
            }
            length = CHUNKED;
        }
        expectsContinue &= head.minorVersion() > 0 && length != 0;
        close |= head.minorVersion() == 0 && !keepAlive;
    }

    /** Returns and forgets the tolerated violations of the head; none on a strict server. */
    public List<Violation> takeTolerated() {
        return tolerance.takeUsed();
    }

    /** Returns the length of the request body in bytes, or {@link #CHUNKED}. */
    public long bodyLength() {
        return length;
    }

    /** Whether the client allows the connection to stay open after this request. */
    public boolean persistent() {
        return !close;
    }

    /** Whether the client waits for a 100 response before it sends the body; false if there is no body. */
    public boolean expectsContinue() {
        return expectsContinue;
    }

    /** Whether the Connection field lists upgrade, by which the client offers to switch to another protocol. */
    public boolean upgrade() {
        return upgrade;
    }
}
