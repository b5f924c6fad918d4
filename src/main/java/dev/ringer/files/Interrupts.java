package dev.ringer.files;

import java.nio.file.FileSystem;
import java.nio.file.FileSystems;

/**
 * Keeps interrupts away from file systems that share one channel, such as those of jars. If a thread reads such a
 * channel while its interrupt flag is set, the JDK closes the channel, and no file of the jar can be read any more. So
 * a thread clears the flag before it uses such a file system, and sets the flag again afterwards.
 *
 * <pre>{@code
 * boolean interrupted = Interrupts.clear(path.getFileSystem());
 * try {
 *     …
 * } finally {
 *     Interrupts.restore(interrupted);
 * }
 * }</pre>
 */
final class Interrupts {
    private Interrupts() {}

    /** Clears the flag, unless the file system is the default one, where each file has a channel of its own. */
    static boolean clear(FileSystem files) {
        return files != FileSystems.getDefault() && Thread.interrupted();
    }

    /** Sets the flag again if {@link #clear} has cleared it. */
    static void restore(boolean interrupted) {
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
