package dev.ringer.multipart;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The files of one form in the {@link ProcessDirectory}, which it enters with its first file and leaves with the form.
 * The files are numbered: nothing of a client's file name ever gets here.
 */
final class PrivateDirectory implements Closeable {
    private final Path parent;
    private final long mostOfAll;
    /** Made with the first file: most forms have none. */
    private List<StoredFile> files = List.of();

    private ProcessDirectory directory;

    PrivateDirectory(FormOptions options) {
        this.parent = options.directory();
        this.mostOfAll = options.maxDiskBytesOfAll();
    }

    StoredFile newFile() throws IOException {
        if (directory == null) {
            files = new ArrayList<>();
            directory = ProcessDirectory.enter(parent == null ? Path.of(System.getProperty("java.io.tmpdir")) : parent);
            directory.deleteLeftFilesBeside();
        }
        StoredFile file = new StoredFile(directory.newPath(), mostOfAll);
        files.add(file);
        return file;
    }

    /** Deletes what was not moved away. */
    @Override
    public void close() throws IOException {
        if (directory == null) {
            return;
        }
        Closeable left = directory::leave;
        directory = null;
        try (left) {
            discardAll();
        }
    }

    private void discardAll() throws IOException {
        IOException failure = null;
        for (StoredFile file : files) {
            try {
                file.discard();
            } catch (IOException e) {
                // one that cannot be deleted keeps none of the others
                if (failure == null) {
                    failure = e;
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
