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
 *
 * @since 0.1.0
 */
public final class FormFile implements FormEntry {
    private final PartHeaders headers;
    /** The content in memory; else null, and it is stored. */
    private final byte[] bytes;

    private final StoredFile stored;
    private final long size;

    FormFile(PartHeaders headers, byte[] bytes) {
        this(headers, bytes, null, bytes.length);
    }

    FormFile(PartHeaders headers, StoredFile stored, long size) {
        this(headers, null, stored, size);
    }

    private FormFile(PartHeaders headers, byte[] bytes, StoredFile stored, long size) {
        this.headers = headers;
        this.bytes = bytes;
        this.stored = stored;
        this.size = size;
    }

    /** The same content under the headers as they read in another character set. */
    FormFile with(PartHeaders others) {
        return new FormFile(others, bytes, stored, size);
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
        return bytes == null ? Files.newInputStream(stored.path()) : new ByteArrayInputStream(bytes);
    }

    /**
     * Keeps the content beyond the form's life, readable for its owner only (0600) where the file system knows owners,
     * whether it was in memory or on the disk. A file on the disk is renamed where that is possible.
     *
     * @param target the new place: chosen by the application, never made of {@link #fileName()}
     * @param options as for {@link Files#move}; for a content in memory, and from one kind of file system to another,
     *     {@code REPLACE_EXISTING} alone
     * @throws IOException if it cannot be moved; then nothing of it is left at the new place
     * @throws UnsupportedOperationException if an option is not supported
     */
    public void moveTo(Path target, CopyOption... options) throws IOException {
        if (bytes == null) {
            stored.moveTo(target, options);
        } else {
            OwnerOnly.copy(new ByteArrayInputStream(bytes), target, options);
        }
    }
}
