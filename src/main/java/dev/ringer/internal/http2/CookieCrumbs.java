package dev.ringer.internal.http2;

import java.util.Arrays;

/** Joins the lines of a cookie that was split for HPACK's sake (RFC 9113, 8.2.3), in time that grows with their length. */
final class CookieCrumbs {
    private byte[] joined;
    private int size;

    CookieCrumbs(byte[] first) {
        joined = Arrays.copyOf(first, 2 * first.length + 64);
        size = first.length;
    }

    void add(byte[] crumb) {
        int needed = size + 2 + crumb.length;
        if (joined.length < needed) {
            joined = Arrays.copyOf(joined, 2 * needed);
        }
        joined[size++] = ';';
        joined[size++] = ' ';
        System.arraycopy(crumb, 0, joined, size, crumb.length);
        size += crumb.length;
    }

    byte[] joined() {
        return Arrays.copyOf(joined, size);
    }
}
