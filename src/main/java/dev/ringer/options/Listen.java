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
 */
public record Listen(Kind kind, Path path, Set<PosixFilePermission> permissions, String group) {
    /** On the address that the application gives. */
    public static final Listen ON_ADDRESS = new Listen(Kind.ADDRESS, null, Set.of(), "");

    /** On the socket that the process was started with as its standard input, whatever address the application gives. */
    public static final Listen ON_INHERITED = new Listen(Kind.INHERITED, null, Set.of(), "");

    private static final String INHERITED = "inherited";
    private static final int STANDARD_MODE = 0660;

    /** Apart, so that nothing of it is made before it is wanted. */
    private static final class Grammar {
        static final Pattern UNIX = Pattern.compile("unix:(.+?)(?:,mode=([0-7]{3,4}))?(?:,group=([^,/]+))?");
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

    /** Checks that there is a path where one is needed, and nowhere else. */
    public Listen {
        Objects.requireNonNull(kind, "kind");
        permissions = Set.copyOf(permissions);
        Objects.requireNonNull(group, "group");
        if ((path != null) != (kind == Kind.UNIX)) {
            throw new IllegalArgumentException("a path belongs to a unix domain socket");
        }
    }

    /**
     * On a unix domain socket, whatever address the application gives; its owner and its group may connect.
     *
     * @param path where the socket appears
     * @return where to listen
     */
    public static Listen onUnix(Path path) {
        return new Listen(Kind.UNIX, path.toAbsolutePath(), permissions(STANDARD_MODE), "");
    }

    /**
     * Reads the form of the property.
     *
     * @param text {@code inherited}, or {@code unix:PATH} with {@code ,mode=660} and {@code ,group=NAME} behind it if wanted
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
        int mode = unix.group(2) == null ? STANDARD_MODE : Integer.parseInt(unix.group(2), 8);
        if (mode > 0777) {
            throw new IllegalArgumentException("no mode of a socket: " + unix.group(2));
        }
        try {
            Path path = Path.of(unix.group(1)).toAbsolutePath();
            return new Listen(Kind.UNIX, path, permissions(mode), unix.group(3) == null ? "" : unix.group(3));
        } catch (InvalidPathException malformed) {
            throw new IllegalArgumentException("no path: " + unix.group(1), malformed);
        }
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
