package dev.ringer.files;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The part of a request's path below the context: plain names with slashes between them, and whether the path names a
 * folder.
 *
 * <p>{@link #of} decodes a path once and strictly. The result is null if the path contains:
 *
 * <ul>
 *   <li>a control character, a backslash, or an encoded slash or backslash;
 *   <li>bytes that are not valid UTF-8, such as overlong forms;
 *   <li>an empty segment, or a segment that means {@code .} or {@code ..}, even if it is encoded;
 *   <li>a name that begins with a dot, unless hidden files are allowed.
 * </ul>
 *
 * <p>The folder {@code .well-known} directly below the context (RFC 8615) is always allowed.
 *
 * @param name decoded segments with slashes between them, without a slash at either end; empty for the root
 * @param folder whether the path ends with a slash
 */
record RequestPath(String name, boolean folder) {
    static final String WELL_KNOWN = ".well-known";
    private static final int DELETE = 0x7F;

    /**
     * Decodes and checks the path of a request.
     *
     * @param raw the path as the client has sent it, not decoded; may be null
     * @param contextPath the path of the context, which is removed
     * @param hiddenAllowed whether names may begin with a dot
     * @return the path; null if no file or folder can have this path
     */
    static @Nullable RequestPath of(String raw, String contextPath, boolean hiddenAllowed) {
        String path = raw == null ? null : decoded(raw);
        if (path == null || !path.startsWith(contextPath)) {
            return null;
        }
        int from = contextPath.length();
        boolean slashBefore = from > 0 && path.charAt(from - 1) == '/';
        if (from == path.length()) {
            // The request is for the context's own path, perhaps without its final slash.
            return new RequestPath("", slashBefore);
        }
        if (!slashBefore) {
            if (path.charAt(from) != '/') {
                // the request is outside the context; for example, /filesystem is not below /files
                return null;
            }
            from++;
        }
        boolean folder = path.charAt(path.length() - 1) == '/';
        int to = folder ? Math.max(from, path.length() - 1) : path.length();
        String name = path.substring(from, to);
        boolean root = name.isEmpty() && from == path.length();
        return root || namesAreSound(name, hiddenAllowed) ? new RequestPath(name, folder) : null;
    }

    private static boolean namesAreSound(String path, boolean hiddenAllowed) {
        int from = 0;
        while (true) {
            int slash = path.indexOf('/', from);
            int to = slash < 0 ? path.length() : slash;
            if (!isSound(path, from, to, hiddenAllowed)) {
                return false;
            }
            if (slash < 0) {
                return true;
            }
            from = slash + 1;
        }
    }

    private static boolean isSound(String path, int from, int to, boolean hiddenAllowed) {
        if (from == to) {
            return false;
        }
        if (path.charAt(from) != '.') {
            return true;
        }
        String segment = path.substring(from, to);
        if (segment.equals(".") || segment.equals("..")) {
            return false;
        }
        return hiddenAllowed || from == 0 && segment.equals(WELL_KNOWN);
    }

    /** Decodes the percent-encoding of a path. Returns null if the path has invalid or forbidden characters. */
    static @Nullable String decoded(String raw) {
        boolean encoded = false;
        for (int i = 0; i < raw.length(); i++) {
            char next = raw.charAt(i);
            if (next <= ' ' || next >= DELETE || next == '\\') {
                return null;
            }
            encoded |= next == '%';
        }
        return encoded ? strictText(raw) : raw;
    }

    private static @Nullable String strictText(String raw) {
        byte[] bytes = new byte[raw.length()];
        int length = 0;
        for (int i = 0; i < raw.length(); i++) {
            int next = raw.charAt(i);
            if (next == '%') {
                next = octet(raw, i + 1);
                if (next < ' ' || next == '/' || next == '\\' || next == DELETE) {
                    return null;
                }
                i += 2;
            }
            bytes[length++] = (byte) next;
        }
        return utf8(bytes, length);
    }

    /** Returns the value of two hexadecimal digits; −1 if the characters are not such digits. */
    private static int octet(String raw, int at) {
        boolean digits = at + 2 <= raw.length()
                && HexFormat.isHexDigit(raw.charAt(at))
                && HexFormat.isHexDigit(raw.charAt(at + 1));
        return digits ? HexFormat.fromHexDigits(raw, at, at + 2) : -1;
    }

    private static @Nullable String utf8(byte[] bytes, int length) {
        try {
            // For invalid UTF-8, such as overlong forms, a new decoder throws an exception. A String would replace it.
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, 0, length))
                    .toString();
            return text.chars().anyMatch(Character::isISOControl) ? null : text;
        } catch (CharacterCodingException notUtf8) {
            return null;
        }
    }
}
