package dev.ringer.options;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The place where a server listens: a TCP address, a unix domain socket or an inherited socket. Immutable.
 *
 * <pre>{@code
 * Listen.onUnix(Path.of("/run/app/app.sock")).withGroup("www-data")
 * }</pre>
 *
 * @since 0.1.0
 */
public final class Listen {
    /** The server listens on the TCP address that the application gives. */
    public static final Listen ON_ADDRESS = new Listen(Kind.ADDRESS, null, Set.of(), "");

    /**
     * The server listens on a socket that the process has inherited as its standard input. The application's address
     * has no effect.
     */
    public static final Listen ON_INHERITED = new Listen(Kind.INHERITED, null, Set.of(), "");

    private static final String INHERITED = "inherited";
    private static final int STANDARD_MODE = 0660;

    /**
     * The patterns that read the property {@code ringer.listen}. This class is separate, so that most programs never
     * compile the patterns.
     */
    private static final class Grammar {
        static final Pattern UNIX = Pattern.compile("unix:([^,]+)((?:,[^,]*)*)");
        static final Pattern MODE = Pattern.compile("mode=(0?[0-7]{3})");
        static final Pattern GROUP = Pattern.compile("group=([^,/]+)");
    }

    /** The kinds of sockets on which a server can listen. */
    public enum Kind {
        /** TCP, on the address that the application gives. */
        ADDRESS,
        /** A unix domain socket. */
        UNIX,
        /** A listening socket that another process has opened. */
        INHERITED
    }

    private final Kind kind;
    private final Path path;
    private final Set<PosixFilePermission> permissions;
    private final String group;

    private Listen(Kind kind, Path path, Set<PosixFilePermission> permissions, String group) {
        this.kind = kind;
        this.path = path;
        this.permissions = Set.copyOf(permissions);
        this.group = group;
    }

    /**
     * Listens on a unix domain socket. The server ignores the address that the application gives. The user who owns the
     * socket's file, and the members of its group, may connect.
     *
     * @param path the path of the socket; a relative path is resolved now, against the current directory
     * @return the place where the server listens
     */
    public static Listen onUnix(Path path) {
        return new Listen(Kind.UNIX, path.toAbsolutePath(), permissions(STANDARD_MODE), "");
    }

    /**
     * Returns the same unix domain socket with other {@link #permissions()}.
     *
     * @param others the permissions that the socket's file gets
     * @return the same place with these permissions
     * @throws IllegalStateException if this place is not a unix domain socket
     */
    public Listen withPermissions(Set<PosixFilePermission> others) {
        checkUnix("permissions");
        return new Listen(kind, path, others, group);
    }

    /**
     * Returns the same unix domain socket with another {@link #group()}.
     *
     * @param name the name of a group that the process belongs to; empty for the process's own group
     * @return the same place with this group
     * @throws IllegalStateException if this place is not a unix domain socket
     */
    public Listen withGroup(String name) {
        checkUnix("a group");
        return new Listen(kind, path, permissions, Objects.requireNonNull(name, "name"));
    }

    private void checkUnix(String what) {
        if (kind != Kind.UNIX) {
            throw new IllegalStateException("only a unix domain socket has " + what);
        }
    }

    /** {@return the kind of socket; {@link Kind#ADDRESS} by default} */
    public Kind kind() {
        return kind;
    }

    /** {@return the absolute path of a unix domain socket; null for other sockets} */
    public Path path() {
        return path;
    }

    /**
     * Returns the permissions of a unix domain socket's file. Every user with write permission may connect.
     *
     * @return the permissions; empty for other sockets. By default the owner and the group can read and write
     *     ({@code 660})
     */
    public Set<PosixFilePermission> permissions() {
        return permissions;
    }

    /**
     * {@return the name of the group to which a unix domain socket's file belongs; empty, the default, for the group of
     * the process}
     */
    public String group() {
        return group;
    }

    /**
     * Reads the text of the property {@code ringer.listen}. For a path with a comma, use {@link #onUnix} instead.
     *
     * @param text {@code inherited} or {@code unix:PATH}. The path may be followed by {@code ,mode=660} and
     *     {@code ,group=NAME}, once each and in any order
     * @return the place where the server listens
     * @throws IllegalArgumentException if the text is something else
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
            int bits = mode == null ? STANDARD_MODE : Integer.parseInt(mode, 8);
            return onUnix(Path.of(unix.group(1)))
                    .withPermissions(permissions(bits))
                    .withGroup(group == null ? "" : group);
        } catch (InvalidPathException malformed) {
            throw new IllegalArgumentException("no path: " + unix.group(1), malformed);
        }
    }

    /** Splits the options that follow the path of a unix domain socket. Each option begins with a comma. */
    private static String[] options(String text) {
        return text.isEmpty() ? new String[0] : text.substring(1).split(",", -1);
    }

    private static Set<PosixFilePermission> permissions(int mode) {
        Set<PosixFilePermission> permissions = EnumSet.noneOf(PosixFilePermission.class);
        for (PosixFilePermission permission : PosixFilePermission.values()) {
            // the constants of PosixFilePermission have the order of the bits in a file mode, the highest bit first
            if ((mode >> 8 - permission.ordinal() & 1) == 1) {
                permissions.add(permission);
            }
        }
        return permissions;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Listen listen
                && kind == listen.kind
                && Objects.equals(path, listen.path)
                && permissions.equals(listen.permissions)
                && group.equals(listen.group);
    }

    @Override
    public int hashCode() {
        return Objects.hash(kind, path, permissions, group);
    }

    /**
     * {@return a text with all values, such as
     * {@code Listen[kind=UNIX, path=/run/app.sock, permissions=rw-rw----, group=www-data]}}
     */
    @Override
    public String toString() {
        if (kind != Kind.UNIX) {
            return "Listen[kind=" + kind + ']';
        }
        String mode = PosixFilePermissions.toString(permissions);
        return "Listen[kind=UNIX, path=" + path + ", permissions=" + mode + ", group=" + group + ']';
    }
}
