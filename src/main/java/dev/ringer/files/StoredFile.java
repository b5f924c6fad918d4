package dev.ringer.files;

import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * The state of a file at one moment, with the properties that response headers contain. The file is unchanged if it
 * still has the same size, time of the last change, and key in the file system. Immutable.
 *
 * <p>A file that was written within the last {@value #UNSETTLED_MILLIS} ms may be written again without a new time of
 * change, because the clock of the file system is coarse. So during this time the file has a weak entity tag, as RFC
 * 9110, 8.8.1 demands, and is not cached.
 *
 * @param name the key of the file in the cache
 * @param path the path that was requested; it may contain links
 * @param real the path to the same file without links
 * @param size the size in bytes
 * @param modified the time of the last change
 * @param key the identity of the file in its file system, such as an inode number; null if the file system has no such
 *     keys
 * @param settled whether the last change is so long ago that the next change will certainly have another time
 * @param entityTag the entity tag, weak or strong, with its quotation marks
 * @param modifiedSecond the time of the last change in seconds since the epoch, but not in the future
 * @param lastModified {@code modifiedSecond} in the format of HTTP header fields
 * @param labels the properties that depend only on the file's name
 * @param bytes the content of the file if the cache has it; otherwise null
 */
record StoredFile(
        String name,
        Path path,
        Path real,
        long size,
        FileTime modified,
        Object key,
        boolean settled,
        String entityTag,
        long modifiedSecond,
        String lastModified,
        Labels labels,
        byte[] bytes) {

    private static final long UNSETTLED_MILLIS = 2_000; // zip files store times in steps of two seconds
    private static final long YEAR_10000 = 253_402_300_800L;

    /**
     * The properties of a file that depend only on its name.
     *
     * @param type the media type
     * @param coding the content coding; null if there is none
     * @param cacheControl the value of {@code Cache-Control}; null if there is none
     * @param siblings the precompressed siblings that may exist
     */
    record Labels(String type, String coding, String cacheControl, List<Sibling> siblings) {}

    static StoredFile of(String name, Path path, Path real, BasicFileAttributes attributes, Labels labels) {
        FileTime modified = attributes.lastModifiedTime();
        Instant time = modified.toInstant();
        long now = System.currentTimeMillis();
        boolean settled = Math.abs(now - modified.toMillis()) > UNSETTLED_MILLIS;
        // Last-Modified must not be in the future (RFC 9110, 8.8.2.1), and its format has only four digits for a year.
        long second = Math.min(time.getEpochSecond(), Math.min(now / 1000, YEAR_10000 - 1));
        return new StoredFile(
                name,
                path,
                real,
                attributes.size(),
                modified,
                attributes.fileKey(),
                settled,
                tag(time, attributes.size(), FileTree.checksum(real), labels.coding(), settled),
                second,
                HttpDates.text(second),
                labels,
                null);
    }

    private static String tag(Instant time, long size, OptionalLong checksum, String coding, boolean settled) {
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
    boolean is(BasicFileAttributes attributes) {
        return attributes != null
                && attributes.size() == size
                && attributes.lastModifiedTime().equals(modified)
                && Objects.equals(attributes.fileKey(), key);
    }

    StoredFile withBytes(byte[] content) {
        return new StoredFile(
                name,
                path,
                real,
                size,
                modified,
                key,
                settled,
                entityTag,
                modifiedSecond,
                lastModified,
                labels,
                content);
    }
}
