package dev.ringer.multipart;

import dev.ringer.internal.descriptors.OpenFiles;
import dev.ringer.internal.uploads.OwnerOnly;
import dev.ringer.internal.uploads.StoredFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.CopyOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A file that was uploaded in a form, in memory or on the disk.
 *
 * <p>It exists until its {@link Form} is closed or the application has {@linkplain #moveTo moved} it. All headers are
 * only claims of the client. Several threads may read a file at the same time, but only one may move it.
 *
 * @since 0.1.0
 */
public final class FormFile implements FormEntry {
    private final PartHeaders headers;
    /** The content in memory; null if the content is on the disk, in {@code stored}. */
    private final byte @Nullable [] bytes;

    private final @Nullable StoredFile stored;
    private final long size;

    FormFile(PartHeaders headers, byte @Nullable [] bytes, @Nullable StoredFile stored, long size) {
        this.headers = headers;
        this.bytes = bytes;
        this.stored = stored;
        this.size = size;
    }

    /** Returns a file with the same content and other headers, which were decoded in another character set. */
    FormFile with(PartHeaders others) {
        return new FormFile(others, bytes, stored, size);
    }

    @Override
    public String name() {
        return headers.name();
    }

    /**
     * {@return the file name as the client has sent it; empty if the user has chosen no file; null if the part is
     * itself a multipart and has no file name} Use it only as a label, never as a path.
     */
    public @Nullable String fileName() {
        return headers.fileName();
    }

    /** {@return the content type that the client claims; {@code text/plain} if the client has sent none} */
    public String contentType() {
        return headers.contentType();
    }

    /** {@return all headers of the file's part} */
    public PartHeaders headers() {
        return headers;
    }

    /** {@return the size of the content in bytes} */
    public long size() {
        return size;
    }

    /** {@return true if the content is in memory, false if it is on the disk} */
    public boolean inMemory() {
        return bytes != null;
    }

    private StoredFile onDisk() {
        return Objects.requireNonNull(stored);
    }

    /**
     * Opens the content for reading.
     *
     * @return a new stream from the beginning of the content; the caller must close it
     * @throws IOException if the file no longer exists, for example because the form was closed
     */
    public InputStream stream() throws IOException {
        return bytes == null
                ? OpenFiles.open(() -> Files.newInputStream(onDisk().path()))
                : new ByteArrayInputStream(bytes);
    }

    /**
     * Moves the content to a new file, which remains when the form is closed. Only the owner may read it (0600), if the
     * file system has owners. Content on the disk is moved by renaming its file if possible, and otherwise copied.
     *
     * @param target the new path, chosen by the application; never derive it from {@link #fileName()}
     * @param options the options of {@link Files#move}; if the content is in memory, or the target is on another kind
     *     of file system, only {@code REPLACE_EXISTING} is supported
     * @throws IOException if the content cannot be moved; no part of it then remains at the new path
     * @throws UnsupportedOperationException if an option is not supported
     */
    public void moveTo(Path target, CopyOption... options) throws IOException {
        if (bytes == null) {
            onDisk().moveTo(target, options);
        } else {
            OwnerOnly.copy(new ByteArrayInputStream(bytes), target, options);
        }
    }
}
