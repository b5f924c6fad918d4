package dev.ringer.options;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a server listens. Immutable.
 *
 * @param kind the kind of socket
 * @param path of a unix domain socket, else null
 * @param permissions the permissions of a unix domain socket: every user who may write it may connect
 * @param group the group that the unix domain socket is given to; empty for the process's own
 * @since 0.1.0
 */
public record Listen(Kind kind, Path path, Set<PosixFilePermission> permissions, String group) {
    /** On the address that the application gives. */
    public static final Listen ON_ADDRESS = new Listen(Kind.ADDRESS, null, Set.of(), "");

    /** On the socket that the process was started with as its standard input; the address that the application gives is ignored. */
    public static final Listen ON_INHERITED = new Listen(Kind.INHERITED, null, Set.of(), "");

    private static final String INHERITED = "inherited";
    private static final int STANDARD_MODE = 0660;

    /** Apart, so that nothing of it is made before it is wanted. */
    private static final class Grammar {
        static final Pattern UNIX = Pattern.compile("unix:([^,]+)((?:,[^,]*)*)");
        static final Pattern MODE = Pattern.compile("mode=(0?[0-7]{3})");
        static final Pattern GROUP = Pattern.compile("group=([^,/]+)");
    }

    /** The kind of socket. */
    public enum Kind {
        /** TCP, on the address that the application gives. */
        ADDRESS,
        /** A unix domain socket. */
        UNIX,
        /** One that another process has opened. */
        INHERITED
    }

    /** Checks that there is a path where one is needed, and nowhere else, and makes it absolute. */
    public Listen {
        Objects.requireNonNull(kind, "kind");
        permissions = Set.copyOf(permissions);
        Objects.requireNonNull(group, "group");
        if ((path != null) != (kind == Kind.UNIX)) {
            throw new IllegalArgumentException("a path belongs to a unix domain socket");
        }
        path = path == null ? null : path.toAbsolutePath();
    }

    /**
     * On a unix domain socket; the address that the application gives is ignored. The owner and the group of the socket may connect.
     *
     * @param path where the socket appears
     * @return where to listen
     */
    public static Listen onUnix(Path path) {
        return new Listen(Kind.UNIX, path, permissions(STANDARD_MODE), "");
    }

    /**
     * Reads the form of the property. A path with a comma in it needs {@link #onUnix}.
     *
     * @param text {@code inherited}, or {@code unix:PATH} with {@code ,mode=660} and {@code ,group=NAME} behind it if wanted,
     *     each once, in any order
     * @return where to listen
     * @throws IllegalArgumentException if it is something else
     */
    public static Listen parse(String text) {
        if (text.equals(INHERITED)) {
            return ON_INHERITED;
        }
        Matcher unix = Grammar.UNIX.matcher(text);
        if (!unix.matches()) {
            throw new IllegalArgumentException("neither inherited nor unix:PATH: " + text);
        }
        String mode = null;
        String group = null;
        for (String option : options(unix.group(2))) {
            Matcher ofMode = Grammar.MODE.matcher(option);
            Matcher ofGroup = Grammar.GROUP.matcher(option);
            if (mode == null && ofMode.matches()) {
                mode = ofMode.group(1);
            } else if (group == null && ofGroup.matches()) {
                group = ofGroup.group(1);
            } else {
                throw new IllegalArgumentException("neither mode=660 nor group=NAME, or twice: " + option);
            }
        }
        try {
            Path path = Path.of(unix.group(1));
            int bits = mode == null ? STANDARD_MODE : Integer.parseInt(mode, 8);
            return new Listen(Kind.UNIX, path, permissions(bits), group == null ? "" : group);
        } catch (InvalidPathException malformed) {
            throw new IllegalArgumentException("no path: " + unix.group(1), malformed);
        }
    }

    /** What stands behind the path, each beginning with a comma. */
    private static String[] options(String text) {
        return text.isEmpty() ? new String[0] : text.substring(1).split(",", -1);
    }

    private static Set<PosixFilePermission> permissions(int mode) {
        Set<PosixFilePermission> permissions = EnumSet.noneOf(PosixFilePermission.class);
        for (PosixFilePermission permission : PosixFilePermission.values()) {
            if ((mode >> 8 - permission.ordinal() & 1) == 1) { // in the order of the bits
                permissions.add(permission);
            }
        }
        return permissions;
    }
}
