package dev.ringer.multipart;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.CopyOption;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file of a form, in memory or on the disk.
 *
 * <p>Lives until its {@link Form} is closed, unless it is {@linkplain #moveTo moved}. What its headers say is the client's
 * word. Reading is safe from several threads at once, moving is not.
 */
public final class FormFile implements FormEntry {
    private final PartHeaders headers;
    private final byte[] bytes;
    private final long size;
    private Path path;

    FormFile(PartHeaders headers, byte[] bytes) {
        this.headers = headers;
        this.bytes = bytes;
        this.size = bytes.length;
    }

    FormFile(PartHeaders headers, Path path, long size) {
        this.headers = headers;
        this.bytes = null;
        this.path = path;
        this.size = size;
    }

    /** The same content under the headers as they read in another character set. */
    FormFile with(PartHeaders others) {
        return bytes == null ? new FormFile(others, path, size) : new FormFile(others, bytes);
    }

    @Override
    public String name() {
        return headers.name();
    }

    /**
     * Gives the file name as the client sent it: a label, never a path.
     *
     * @return the name, empty where none was chosen, or null where the part is a multipart without a file name
     */
    public String fileName() {
        return headers.fileName();
    }

    /**
     * Gives the content type that the client claims.
     *
     * @return the type; {@code text/plain} where none is given
     */
    public String contentType() {
        return headers.contentType();
    }

    /**
     * Gives all headers of the part.
     *
     * @return the headers
     */
    public PartHeaders headers() {
        return headers;
    }

    /**
     * Gives the size of the content.
     *
     * @return in bytes
     */
    public long size() {
        return size;
    }

    /**
     * Says whether the content is in memory.
     *
     * @return true if so; false if it is on the disk
     */
    public boolean inMemory() {
        return bytes != null;
    }

    /**
     * Opens the content.
     *
     * @return a new stream from its beginning, to be closed
     * @throws IOException if the file is gone, as after the form was closed
     */
    public InputStream stream() throws IOException {
        return bytes == null ? Files.newInputStream(path) : new ByteArrayInputStream(bytes);
    }

    /**
     * Keeps the content beyond the form's life. A file on the disk is renamed where that is possible, and stays readable
     * for its owner only.
     *
     * @param target the new place: chosen by the application, never made of {@link #fileName()}
     * @param options as for {@link Files#move}; for a content in memory, {@code REPLACE_EXISTING} alone
     * @throws IOException if it cannot be moved
     */
    public void moveTo(Path target, CopyOption... options) throws IOException {
        if (bytes == null) {
            Files.move(path, target, options);
            path = target;
        } else {
            Files.copy(new ByteArrayInputStream(bytes), target, options);
        }
    }
}
