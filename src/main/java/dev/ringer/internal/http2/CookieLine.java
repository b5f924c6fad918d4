package dev.ringer.internal.http2;

import dev.ringer.internal.http2.hpack.FieldLine;
import dev.ringer.internal.http2.hpack.FieldName;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * The Cookie line of a request whose client has split the cookie into several lines, called crumbs (RFC 9113, 8.2.3).
 * This class joins the crumbs only when somebody asks for the cookie, because a short request can have a long cookie:
 * 94 octets that each refer to the same HPACK entry of 4 KB make a cookie of 381 KB. Until then, the object refers to
 * the field lines of the crumbs. Joining takes time in proportion to the length of the cookie.
 *
 * <p>The loop thread adds the crumbs. After that, any thread may use the object.
 */
final class CookieLine extends FieldLine {
    private static final FieldName COOKIE = FieldName.of("cookie");
    private static final byte[] NOTHING = {};
    private static final int FIRST_CRUMBS = 8;

    private FieldLine[] crumbs = new FieldLine[FIRST_CRUMBS]; // pieces of the cookie; null after they were joined
    private int count;
    private int length; // octets of the joined cookie
    // Takes memory for the joined cookie from the memory account. Null before the stream exists, and after the crumbs
    // were joined.
    private IntConsumer account;
    private String joined; // the joined cookie; null until somebody asks for the cookie

    CookieLine(FieldLine first) {
        super(COOKIE, NOTHING);
        crumbs[count++] = first;
        length = first.value().length;
    }

    void add(FieldLine crumb) {
        if (count == crumbs.length) {
            crumbs = Arrays.copyOf(crumbs, 2 * count);
        }
        crumbs[count++] = crumb;
        length += 2 + crumb.value().length;
    }

    /** Sets the function that takes memory for the joined cookie. The argument of the function is in bytes. */
    void countAt(IntConsumer taker) {
        account = taker;
    }

    @Override
    public synchronized String text() {
        if (joined == null) {
            if (account != null && length > Http2RequestHead.MAX_SMALL_HEAD) {
                account.accept(length);
            }
            joined = join();
            crumbs = null;
            account = null;
        }
        return joined;
    }

    private String join() {
        byte[] octets = new byte[length];
        int at = 0;
        for (int i = 0; i < count; i++) {
            if (i > 0) {
                octets[at++] = ';';
                octets[at++] = ' ';
            }
            byte[] crumb = crumbs[i].value();
            System.arraycopy(crumb, 0, octets, at, crumb.length);
            at += crumb.length;
        }
        return new String(octets, StandardCharsets.ISO_8859_1);
    }

    @Override
    public byte[] value() {
        return text().getBytes(StandardCharsets.ISO_8859_1);
    }

    @Override
    public int size() {
        return OVERHEAD + COOKIE.length() + length;
    }
}
