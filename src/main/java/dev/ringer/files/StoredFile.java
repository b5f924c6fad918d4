package dev.ringer.files;

import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * One state of a file, with the properties that responses name. A file is still in this state if its size, its time and
 * its key in the file system are unchanged. Some file systems have no key. Immutable.
 *
 * <p>A file that was written within the last {@value #UNSETTLED_MILLIS} ms may be written again within the same tick of
 * the file system's clock. During these milliseconds the file's entity tag is weak, as RFC 9110, 8.8.1 demands, and the
 * cache does not keep the file.
 *
 * @param name the key of the file in the cache
 * @param path the requested path; its links lead to {@code real}
 * @param real the path after all links are followed
 * @param size in bytes
 * @param modified the time of the last change
 * @param key the key of the file in the file system, or null
 * @param settled whether the last change is so long ago that the next change will get another time
 * @param entityTag the entity tag, weak or strong, with its quotation marks
 * @param modifiedSecond the time of the last change in seconds since the epoch, but no later than the present
 * @param lastModified {@code modifiedSecond} as a date of HTTP
 * @param labels the properties that follow from the file's name alone
 * @param bytes the content if the cache has it in memory, else null
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

    private static final long UNSETTLED_MILLIS = 2_000; // zip files count time in steps of two seconds
    private static final long YEAR_10000 = 253_402_300_800L;

    /**
     * The properties of a file that follow from its name alone.
     *
     * @param type the media type
     * @param coding the content coding, or null
     * @param cacheControl the value of {@code Cache-Control}, or null
     * @param siblings the places of the coded forms
     */
    record Labels(String type, String coding, String cacheControl, List<Sibling> siblings) {}

    static StoredFile of(String name, Path path, Path real, BasicFileAttributes attributes, Labels labels) {
        FileTime modified = attributes.lastModifiedTime();
        Instant time = modified.toInstant();
        long now = System.currentTimeMillis();
        boolean settled = Math.abs(now - modified.toMillis()) > UNSETTLED_MILLIS;
        // RFC 9110, 8.8.2.1: no date in the future. A year of five digits could not be written either.
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

    /** Whether a file with these attributes is still in this state. */
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
