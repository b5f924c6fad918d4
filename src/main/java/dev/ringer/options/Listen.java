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
import org.jspecify.annotations.Nullable;

/**
 * The place where a server listens: a TCP address, a unix domain socket or an inherited socket. Immutable.
 *
 * <pre>{@code
 * Listen.unixBuilder(Path.of("/run/app/app.sock")).group("www-data").build()
 * }</pre>
 *
 * @since 0.1.0
 */
public final class Listen {
    private static final Listen TCP = new Listen(Kind.TCP, null, Set.of(), null);
    private static final Listen ON_INHERITED = new Listen(Kind.INHERITED, null, Set.of(), null);

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
        TCP,
        /** A unix domain socket. */
        UNIX,
        /** A listening socket that another process has opened. */
        INHERITED
    }

    private final Kind kind;
    private final @Nullable Path path; // null except for a unix domain socket
    private final Set<PosixFilePermission> permissions;
    private final @Nullable String group; // null for the process's own group

    private Listen(Kind kind, @Nullable Path path, Set<PosixFilePermission> permissions, @Nullable String group) {
        this.kind = kind;
        this.path = path;
        this.permissions = Set.copyOf(permissions);
        this.group = group;
    }

    /** {@return the TCP address that the application gives, which is the default} */
    public static Listen tcp() {
        return TCP;
    }

    /**
     * {@return a socket that the process has inherited as its standard input, as systemd and inetd hand it over} The
     * address that the application gives has no effect.
     */
    public static Listen inherited() {
        return ON_INHERITED;
    }

    /**
     * Listens on a unix domain socket. The address that the application gives has no effect. The user who owns the
     * socket's file, and the members of its group, may connect.
     *
     * @param path the path of the socket; a relative path is resolved now, against the current directory
     * @return the place where the server listens
     */
    public static Listen unix(Path path) {
        return unixBuilder(path).build();
    }

    /**
     * {@return a builder for a unix domain socket with other permissions or another group}
     *
     * @param path the path of the socket; a relative path is resolved now, against the current directory
     */
    public static Builder unixBuilder(Path path) {
        return new Builder(path.toAbsolutePath());
    }

    /** {@return the kind of socket; {@link Kind#TCP} by default} */
    public Kind kind() {
        return kind;
    }

    /** {@return the absolute path of a unix domain socket; null for other sockets} */
    public @Nullable Path path() {
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
     * {@return the name of the group to which a unix domain socket's file belongs; null, the default, for the group of
     * the process}
     */
    public @Nullable String group() {
        return group;
    }

    /**
     * Reads the text of the property {@code ringer.listen}. For a path with a comma, use {@link #unix} instead.
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
            throw new IllegalArgumentException("expected inherited or unix:PATH");
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
                throw new IllegalArgumentException("expected mode=660 or group=NAME, each at most once, not " + option);
            }
        }
        try {
            int bits = mode == null ? STANDARD_MODE : Integer.parseInt(mode, 8);
            Builder builder = unixBuilder(Path.of(unix.group(1))).permissions(permissions(bits));
            return group == null ? builder.build() : builder.group(group).build();
        } catch (InvalidPathException malformed) {
            throw new IllegalArgumentException("invalid path: " + unix.group(1), malformed);
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
                && Objects.equals(group, listen.group);
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

    /**
     * Builds a {@link Listen} for a unix domain socket. Not safe for use by several threads at once.
     *
     * @since 0.1.0
     */
    public static final class Builder {
        private final @Nullable Path path;
        private Set<PosixFilePermission> permissions = Listen.permissions(STANDARD_MODE);
        private @Nullable String group;

        private Builder(Path path) {
            this.path = path;
        }

        /**
         * Sets the permissions of the socket's file. Every user with write permission may connect.
         *
         * @param value the permissions; by default the owner and the group can read and write ({@code 660})
         * @return this
         */
        public Builder permissions(Set<PosixFilePermission> value) {
            permissions = Set.copyOf(value);
            return this;
        }

        /**
         * Sets the group to which the socket's file belongs.
         *
         * @param name the name of a group that the process belongs to; by default the process's own group
         * @return this
         */
        public Builder group(String name) {
            group = Objects.requireNonNull(name, "name");
            return this;
        }

        /** {@return the place where the server listens} */
        public Listen build() {
            return new Listen(Kind.UNIX, path, permissions, group);
        }
    }
}
