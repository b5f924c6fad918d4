package dev.ringer.files;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A file system that cannot say whether a file exists, or cannot read a file that exists: the disk is broken, the file
 * system is closed, or no file descriptor is left. Such a file is not missing. So the handler lets this exception pass,
 * and the server breaks the response off and logs a warning.
 */
final class UnreadableFileException extends IOException {
    private static final long serialVersionUID = 1;

    UnreadableFileException(Path path, IOException cause) {
        super("cannot read " + path + ": " + cause, cause);
    }
}
