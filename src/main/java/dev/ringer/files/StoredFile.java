package dev.ringer.files;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The state of a file at one moment, with the properties that response headers contain. The file is unchanged if it
 * still has the same size, time of the last change, and key in the file system. Immutable.
 *
 * <p>A file that was written within the last {@value #UNSETTLED_MILLIS} ms may be written again without a new time of
 * change, because the clock of the file system is coarse. So during this time the file has a weak entity tag, as RFC
 * 9110, 8.8.1 demands, and is not cached.
 *
 * <p>Reproducible builds give all files the same time, such as 1970-01-01 or 1980-01-01. Such a time says nothing about
 * the content, and the next build may have another content of the same size. So a file that seems to be older than the
 * web has no date, and its tag contains a checksum. A large file of this kind has no tag, so it is sent at each request.
 *
 * @param name the key of the file in the cache
 * @param path the path that was requested; it may contain links
 * @param real the path to the same file without links
 * @param size the size in bytes
 * @param modified the time of the last change
 * @param key the identity of the file in its file system, such as an inode number; null if the file system has no such
 *     keys
 * @param cacheable whether the next change of the content will certainly change the size, the time or the key
 * @param entityTag the entity tag, weak or strong, with its quotation marks; null if there is none
 * @param modifiedSecond the time of the last change in seconds since the epoch, but not in the future
 * @param lastModified {@code modifiedSecond} in the format of HTTP header fields; null if the time says nothing
 * @param labels the properties that depend only on the file's name
 * @param bytes the content of the file if the cache has it; otherwise null
 */
record StoredFile(
        String name,
        Path path,
        Path real,
        long size,
        FileTime modified,
        @Nullable Object key,
        boolean cacheable,
        @Nullable String entityTag,
        long modifiedSecond,
        @Nullable String lastModified,
        Labels labels,
        byte @Nullable [] bytes) {

    private static final long UNSETTLED_MILLIS = 2_000; // zip files store times in steps of two seconds
    private static final long YEAR_1990 = 631_152_000;

    /** The largest file, in bytes, that is read for a checksum at each request. */
    private static final int MAX_CHECKED = 1 << 20;

    /**
     * The properties of a file that depend only on its name.
     *
     * @param type the media type
     * @param coding the content coding; null if there is none
     * @param cacheControl the value of {@code Cache-Control}; null if there is none
     * @param siblings the precompressed siblings that may exist
     */
    record Labels(
            String type, @Nullable String coding, @Nullable String cacheControl, List<Sibling> siblings) {}

    /**
     * Returns the state of a file with these attributes. If its time says nothing, reads the file for a checksum.
     *
     * @throws java.nio.file.AccessDeniedException if the file must be read, but may not
     * @throws IOException if the file must be read, but cannot
     */
    static StoredFile of(String name, Path path, Path real, BasicFileAttributes attributes, Labels labels)
            throws IOException {
        FileTime modified = attributes.lastModifiedTime();
        Instant time = modified.toInstant();
        long now = System.currentTimeMillis();
        boolean settled = Math.abs(now - modified.toMillis()) > UNSETTLED_MILLIS;
        boolean timeless = time.getEpochSecond() < YEAR_1990 || modified.toMillis() - now > UNSETTLED_MILLIS;
        OptionalLong stored = FileTree.checksum(real);
        boolean read = timeless && stored.isEmpty() && attributes.size() <= MAX_CHECKED;
        OptionalLong checksum = read ? OptionalLong.of(FileContent.checksum(real)) : stored;
        long second = Math.min(time.getEpochSecond(), now / 1000); // RFC 9110, 8.8.2.1
        return new StoredFile(
                name,
                path,
                real,
                attributes.size(),
                modified,
                key(attributes),
                settled && (!timeless || stored.isPresent()),
                timeless && checksum.isEmpty()
                        ? null
                        : tag(time, attributes.size(), checksum, labels.coding(), settled),
                second,
                timeless ? null : HttpDates.text(second),
                labels,
                null);
    }

    private static String tag(
            Instant time, long size, OptionalLong checksum, @Nullable String coding, boolean settled) {
        String tag = '"'
                + Long.toHexString(time.getEpochSecond())
                + '.'
                + Integer.toHexString(time.getNano())
                + '-'
                + Long.toHexString(size)
                + (checksum.isEmpty() ? "" : '-' + Long.toHexString(checksum.getAsLong()))
                + (coding == null ? "" : '-' + coding)
                + '"';
        return settled ? tag : EntityTags.weak(tag);
    }

    /** Whether a file with these attributes is unchanged since this object was made. */
    boolean is(@Nullable BasicFileAttributes attributes) {
        return attributes != null
                && attributes.size() == size
                && attributes.lastModifiedTime().equals(modified)
                && Objects.equals(key(attributes), key);
    }

    /**
     * Whether a file with these attributes is still the same file, perhaps with another content. In an archive, nothing
     * tells.
     */
    boolean isSameFile(BasicFileAttributes attributes) {
        return key != null && key.equals(key(attributes));
    }

    /** Returns what distinguishes a file from one that has replaced it: its inode, or on Windows its creation time. */
    private static Object key(BasicFileAttributes attributes) {
        Object key = attributes.fileKey();
        return key == null ? attributes.creationTime() : key;
    }

    StoredFile withBytes(byte[] content) {
        return new StoredFile(
                name,
                path,
                real,
                size,
                modified,
                key,
                cacheable,
                entityTag,
                modifiedSecond,
                lastModified,
                labels,
                content);
    }
}
