package dev.ringer.internal.http2.request;

import dev.ringer.internal.http2.hpack.FieldLine;
import dev.ringer.internal.http2.hpack.FieldName;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The Cookie line of a request whose client has split the cookie into several lines, called crumbs (RFC 9113, 8.2.3).
 * This class joins the crumbs only when somebody asks for the cookie, because a short request can have a long cookie:
 * one octet of HPACK can repeat a crumb of 4 KB, so 94 octets make a cookie of 381 KB. Until then, the object refers to
 * the field lines of the crumbs. Joining takes time in proportion to the length of the cookie. The memory of a long
 * joined cookie is counted with the request head, so that reading the cookie never lacks memory.
 *
 * <p>The loop thread adds the crumbs. After that, any thread may use the object.
 */
final class CookieLine extends FieldLine {
    private static final FieldName COOKIE = FieldName.of("cookie");
    private static final byte[] NOTHING = {};
    private static final int FIRST_CRUMBS = 8; // few clients send more pieces

    private List<FieldLine> crumbs = new ArrayList<>(FIRST_CRUMBS); // pieces of the cookie; null after they were joined
    private int length; // octets of the joined cookie
    private String joined; // the joined cookie; null until somebody asks for the cookie

    CookieLine(FieldLine first) {
        super(COOKIE, NOTHING);
        crumbs.add(first);
        length = first.value().length;
    }

    void add(FieldLine crumb) {
        crumbs.add(crumb);
        length += 2 + crumb.value().length;
    }

    /** Returns the length of the joined cookie in octets. */
    int joinedLength() {
        return length;
    }

    @Override
    public synchronized String text() {
        if (joined == null) {
            joined = join();
            crumbs = null;
        }
        return joined;
    }

    private String join() {
        ByteBuffer octets = ByteBuffer.allocate(length).put(crumbs.get(0).value());
        for (FieldLine crumb : crumbs.subList(1, crumbs.size())) {
            octets.put((byte) ';').put((byte) ' ').put(crumb.value());
        }
        return new String(octets.array(), StandardCharsets.ISO_8859_1);
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
