package dev.ringer.testkit;

import java.nio.charset.Charset;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Assumptions;

/** What a system or a JDK may lack. Tests name it with {@link Needs}. */
public enum Ability {
    /** Interfaces of Linux, such as {@code /proc}, {@code /dev/full} and addresses of the loopback other than .1. */
    LINUX("Linux", () -> Systems.NAME.startsWith("linux")),
    /** Permissions of the owner, the group and others. */
    POSIX_PERMISSIONS("POSIX permissions", Systems.POSIX),
    /** On Windows, only administrators may make them, and Wine does not follow those that it makes. */
    LINKS("symbolic links", Systems.POSIX),
    NAMED_PIPES("named pipes", Systems.POSIX),
    UNIX_SOCKETS("unix domain sockets with permissions", Systems.POSIX),
    /** Signals that a JVM can handle or that stop it for a while. */
    SIGNALS("signals", Systems.POSIX),
    /** Names with {@code <}, {@code :} or a dot at the end. */
    ODD_NAMES("file names that Windows does not have", Systems.POSIX),
    /** Files that are renamed, replaced or deleted while somebody reads or writes them. */
    REPLACED_OPEN_FILES("open files that can be replaced", Systems.POSIX),
    /** Something that distinguishes a file from one that replaces it, with the same size and time. */
    FILE_KEYS("inodes", Systems.POSIX),
    /** Full sockets that take a little more as soon as the peer has read a little. Under Wine, they take much or nothing. */
    WRITES_OF_A_LITTLE("full sockets that take a little more", Systems.POSIX),
    /** Blocked writes that fail when the peer resets the connection. Under Wine, they stay blocked. */
    RESETS_OF_BLOCKED_WRITES("blocked writes that end with a reset", Systems.POSIX),
    /** Bytes that have arrived can be read even if the connection was reset afterwards. */
    READS_BEHIND_RESETS("input that outlives a reset", Systems.POSIX),
    /** The JDK's module {@code jdk.charsets}. */
    CHARSETS("the module jdk.charsets", () -> Charset.isSupported("IBM037")),
    COMPILER("a Java compiler", () -> ToolProvider.getSystemJavaCompiler() != null);

    private final String what;
    private final BooleanSupplier there;

    Ability(String what, BooleanSupplier there) {
        this.what = what;
        this.there = there;
    }

    /** Separate from the enum, because its constants need them. */
    private static final class Systems {
        static final String NAME = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        static final BooleanSupplier POSIX = () -> !NAME.startsWith("windows");
    }

    public boolean isThere() {
        return there.getAsBoolean();
    }

    String reason() {
        return "needs " + what;
    }

    /** Skips the rest of a test without this ability. For tests of which only some cases need it. */
    public void assume() {
        Assumptions.assumeTrue(isThere(), reason());
    }
}
