package dev.ringer.internal.http1.codec;

import java.nio.charset.StandardCharsets;

/** Makes strings of request methods. Each usual method has one constant. */
final class Methods {
    private static final String[] USUAL = {"GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH"};

    private Methods() {}

    static String of(byte[] bytes, int from, int to) {
        for (String method : USUAL) {
            if (equal(method, bytes, from, to)) {
                return method;
            }
        }
        // A method with non-ASCII bytes gets here only on a tolerant server.
        return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
    }

    private static boolean equal(String method, byte[] bytes, int from, int to) {
        if (to - from != method.length()) {
            return false;
        }
        for (int i = 0; i < method.length(); i++) {
            if (bytes[from + i] != method.charAt(i)) {
                return false;
            }
        }
        return true;
    }
}
