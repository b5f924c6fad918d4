package dev.ringer.internal.http1.codec;

import java.nio.charset.StandardCharsets;

/** Request methods as strings: one constant for each usual one. */
final class Methods {
    private static final String[] USUAL = {"GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH"};
    private static final byte[][] USUAL_BYTES = new byte[USUAL.length][];

    static {
        for (int i = 0; i < USUAL.length; i++) {
            USUAL_BYTES[i] = USUAL[i].getBytes(StandardCharsets.US_ASCII);
        }
    }

    private Methods() {}

    static String of(byte[] bytes, int from, int to) {
        for (int i = 0; i < USUAL.length; i++) {
            if (equal(USUAL_BYTES[i], bytes, from, to)) {
                return USUAL[i];
            }
        }
        return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1); // not ASCII only if tolerated
    }

    private static boolean equal(byte[] method, byte[] bytes, int from, int to) {
        if (to - from != method.length) {
            return false;
        }
        for (int i = 0; i < method.length; i++) {
            if (bytes[from + i] != method[i]) {
                return false;
            }
        }
        return true;
    }
}
