package dev.ringer.multipart;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The files of one form on the disk, in the {@link ProcessDirectory}. A form begins to use that directory with its
 * first file, and stops using it when the form is closed. The names of the files on the disk are numbers, and never
 * contain anything that the client has sent.
 */
final class PrivateDirectory implements Closeable {
    private final @Nullable Path parent;
    private final long mostOfAll;
    /** The files of the form. A modifiable list is created for the first file, because most forms have no files. */
    private List<StoredFile> files = List.of();

    private @Nullable ProcessDirectory directory;

    PrivateDirectory(FormOptions options) {
        this.parent = options.directory();
        this.mostOfAll = FormOptions.bound(options.maxDiskBytesOfAll());
    }

    StoredFile newFile() throws IOException {
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
