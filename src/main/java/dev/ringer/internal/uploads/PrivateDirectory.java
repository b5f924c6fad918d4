package dev.ringer.internal.uploads;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The files of one upload on the disk, such as those of a form, in the {@link ProcessDirectory}. An upload begins to use
 * that directory with its first file, and stops using it when it is closed. The names of the files on the disk are
 * numbers, and never contain anything that the client has sent.
 */
public final class PrivateDirectory implements Closeable {
    private final Path parent; // null for the system's directory for temporary files
    private final long mostOfAll;
    /** The files. A modifiable list is created for the first one, because most forms have no files. */
    private List<StoredFile> files = List.of();

    private ProcessDirectory directory; // null before the first file, and after the end

    /**
     * Makes an object for one upload, which has no files yet.
     *
     * @param parent where the private directory is; null for the system's directory for temporary files
     * @param mostOfAll the most bytes that all uploads of the JVM together may take on the disk
     */
    public PrivateDirectory(Path parent, long mostOfAll) {
        this.parent = parent;
        this.mostOfAll = mostOfAll;
    }

    /** Creates another file of the upload. */
    public StoredFile newFile() throws IOException {
        if (directory == null) {
            files = new ArrayList<>();
            directory = ProcessDirectory.enter(parent == null ? Path.of(System.getProperty("java.io.tmpdir")) : parent);
            LeftFiles.deleteIn(directory.parent(), directory.path());
        }
        StoredFile file = new StoredFile(directory.newPath(), mostOfAll);
        files.add(file);
        return file;
    }

    /** Deletes the files that the application has not moved. */
    @Override
    public void close() {
        if (directory != null) {
            files.forEach(StoredFile::discard);
            directory.leave();
            directory = null;
        }
    }
}
