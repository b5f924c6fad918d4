package dev.ringer.files;

import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * One state of a file, and what a response says of it. Whether a file still is in this state is told by its size, its
 * time and, where there is one, its key in the file system. Immutable.
 *
 * <p>A file that was written within the last {@value #UNSETTLED_MILLIS} ms may be written again within the same tick of
 * the file system's clock. Its entity tag is weak until then, as RFC 9110, 8.8.1 demands, and nothing of it is kept.
 *
 * @param name by which the cache knows it
 * @param path where it was asked for; links in it lead to {@code real}
 * @param real where it lies
 * @param size in bytes
 * @param modified the time of its last change
 * @param key what else identifies it, or null
 * @param settled whether its last change is long enough ago for the next one to have another time
 * @param entityTag weak or strong, with its quotation marks
 * @param modifiedSecond the second of its last change, no later than now
 * @param lastModified the same as a date of HTTP
 * @param type its media type
 * @param coding its content coding, or null
 * @param cacheControl what a response says to caches, or null
 * @param siblings where coded forms of it would lie
 * @param bytes its content if that is kept in memory, else null
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
        String type,
        String coding,
        String cacheControl,
        List<Sibling> siblings,
        byte[] bytes) {

    private static final long UNSETTLED_MILLIS = 2_000; // zip files count time in steps of two seconds
    private static final long YEAR_10000 = 253_402_300_800L;

    /** What is known of a file by its name alone. */
    record Labels(String type, String coding, String cacheControl, List<Sibling> siblings) {}

    static StoredFile of(String name, Path path, Path real, BasicFileAttributes attributes, Labels labels) {
        FileTime modified = attributes.lastModifiedTime();
        Instant time = modified.toInstant();
        long now = System.currentTimeMillis();
        boolean settled = Math.abs(now - modified.toMillis()) > UNSETTLED_MILLIS;
        // RFC 9110, 8.8.2.1: no date of the future; a year of five digits could not be written either
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
                labels.type(),
                labels.coding(),
                labels.cacheControl(),
                labels.siblings(),
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

    /** Whether these are the attributes of the same state. */
    boolean is(BasicFileAttributes attributes) {
        return attributes != null
                && attributes.size() == size
                && attributes.lastModifiedTime().equals(modified)
                && Objects.equals(attributes.fileKey(), key);
    }

    Labels labels() {
        return new Labels(type, coding, cacheControl, siblings);
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
                type,
                coding,
                cacheControl,
                siblings,
                content);
    }
}
