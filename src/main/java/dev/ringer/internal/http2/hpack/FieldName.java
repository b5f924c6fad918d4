package dev.ringer.internal.http2.hpack;

import dev.ringer.internal.bytes.RecentCache;
import dev.ringer.internal.bytes.TokenScan;
import dev.ringer.internal.names.KnownNames;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/**
 * The name of a field line as the client sent it, with properties that are computed once. Field lines share the objects
 * of known names and of recent names. Immutable and safe for any thread.
 */
public final class FieldName {
    private static final FieldName[] KNOWN = new FieldName[KnownNames.count()];

    static {
        for (int known = 0; known < KNOWN.length; known++) {
            KNOWN[known] = new FieldName(
                    KnownNames.name(known).toLowerCase(Locale.ROOT).getBytes(StandardCharsets.US_ASCII), known);
        }
    }

    /** Recent names. All connections may share them, because names are not secret. */
    private static final RecentCache<FieldName> RECENT = new RecentCache<>();

    private final byte[] bytes;
    private final int known;
    private final Pseudo pseudo;
    private final boolean sound;
    // The name as a string. Null until the first call of text(). If two threads make the string at the same time, both
    // strings are equal.
    private String text;

    /** The kinds of pseudo-field names, which begin with a colon (RFC 9113, 8.3; RFC 8441, 4). */
    public enum Pseudo {
        /** The name does not begin with a colon. */
        NONE,
        METHOD,
        SCHEME,
        AUTHORITY,
        PATH,
        PROTOCOL,
        /** Any other name that begins with a colon, such as {@code :status}. A request must not have such a name. */
        OTHER
    }

    private FieldName(byte[] bytes, int known) {
        this.bytes = bytes;
        this.known = known;
        this.pseudo = pseudoOf(bytes);
        this.sound = pseudo != Pseudo.NONE || isLowerCaseToken(bytes);
    }

    private static Pseudo pseudoOf(byte[] bytes) {
        if (bytes.length == 0 || bytes[0] != ':') {
            return Pseudo.NONE;
        }
        return switch (new String(bytes, StandardCharsets.ISO_8859_1)) {
            case ":method" -> Pseudo.METHOD;
            case ":scheme" -> Pseudo.SCHEME;
            case ":authority" -> Pseudo.AUTHORITY;
            case ":path" -> Pseudo.PATH;
            case ":protocol" -> Pseudo.PROTOCOL;
            default -> Pseudo.OTHER;
        };
    }

    private static boolean isLowerCaseToken(byte[] name) {
        for (byte octet : name) {
            if (octet >= 'A' && octet <= 'Z') {
                return false;
            }
        }
        return TokenScan.isToken(name);
    }

    /**
     * Returns the name with these octets. Returns a shared object for a recent name, and for a known name in lower
     * case. Copies the octets of any other name.
     */
    public static FieldName of(byte[] bytes, int from, int to) {
        int known = KnownNames.indexOf(bytes, from, to);
        if (known >= 0) {
            byte[] lowerCase = KNOWN[known].bytes;
            if (Arrays.equals(lowerCase, 0, lowerCase.length, bytes, from, to)) {
                return KNOWN[known];
            }
        }
        FieldName recent = RECENT.get(bytes, from, to);
        return recent != null
                ? recent
                : RECENT.put(bytes, from, to, new FieldName(Arrays.copyOfRange(bytes, from, to), KnownNames.UNKNOWN));
    }

    /** Returns the name that these ASCII characters spell. */
    public static FieldName of(String name) {
        byte[] bytes = name.getBytes(StandardCharsets.US_ASCII);
        return of(bytes, 0, bytes.length);
    }

    public int length() {
        return bytes.length;
    }

    /**
     * Returns the index in {@link KnownNames}; {@link KnownNames#UNKNOWN} for an unknown name or a name with upper
     * case.
     */
    public int known() {
        return known;
    }

    /** Returns the kind of pseudo-field; {@link Pseudo#NONE} for the name of an ordinary field. */
    public Pseudo pseudo() {
        return pseudo;
    }

    /**
     * Whether the name is allowed in a field block (RFC 9113, 8.2.1): it is a token without upper case, or the name of
     * a pseudo-field. A message with any other name is malformed.
     */
    public boolean sound() {
        return sound;
    }

    /**
     * Returns the name in normal form: the first letter is in upper case, all others are in lower case. For a known
     * name, this method always returns the same string.
     */
    public String text() {
        String made = text;
        if (made == null) {
            made = known >= 0 ? KnownNames.name(known) : normalForm();
            text = made;
        }
        return made;
    }

    private String normalForm() {
        byte[] normal = bytes.clone();
        if (normal.length > 0 && normal[0] >= 'a' && normal[0] <= 'z') {
            normal[0] = (byte) (normal[0] - ('a' - 'A'));
        }
        return new String(normal, StandardCharsets.ISO_8859_1);
    }

    @Override
    public String toString() {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }
}
