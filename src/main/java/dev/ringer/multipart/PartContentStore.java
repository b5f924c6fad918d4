package dev.ringer.multipart;

import dev.ringer.internal.bytes.WordScan;
import dev.ringer.internal.uploads.PrivateDirectory;
import dev.ringer.internal.uploads.StoredFile;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Stores the content of one part at a time. If the content has only one slice, the store refers to the parser's array.
 * If there are more slices, the store copies all of them to its own array. Files that are too large for memory are
 * stored on the disk.
 *
 * <p>Call {@link #begin}, then {@link #add} any number of times, then one of the {@code take} methods. Call
 * {@link #detach()} before the parser's array is reused. If the calling thread {@linkplain #mayUseDisk must not} use the
 * disk, stop after the {@code add} from which on the store {@linkplain #needsDisk() needs} the disk.
 */
final class PartContentStore {
    private static final int FIRST_ARRAY = 512;
    private static final long MAX_ARRAY = Integer.MAX_VALUE - 16;
    private static final byte[] NONE = {};

    private final FormOptions options;
    private final PrivateDirectory directory;
    private final MemoryLease lease;

    /** The array with the content: the parser's array while there is only one slice, then {@code own}. */
    private byte[] bytes = NONE;

    private int from;
    private int to;
    private byte[] own = NONE;

    private boolean file;
    private long memoryUsed;
    private @Nullable StoredFile stored;
    private boolean mayUseDisk = true;
    private byte @Nullable [] late; // content that could not be written yet, because the thread must not use the disk

    PartContentStore(FormOptions options, PrivateDirectory directory, MemoryLease lease) {
        this.options = options;
        this.directory = directory;
        this.lease = lease;
    }

    void begin(boolean mayGoToDisk) {
        file = mayGoToDisk;
        bytes = NONE;
        from = 0;
        to = 0;
        stored = null;
    }

    /** Sets whether the calling thread may use the disk. If so, writes what could not be written before. */
    void mayUseDisk(boolean may) throws IOException {
        mayUseDisk = may;
        byte[] content = late;
        if (may && content != null) {
            late = null;
            moveToDisk();
            add(content, 0, content.length);
        }
    }

    /** Whether the current part is on the disk, or must be now. */
    boolean needsDisk() {
        return stored != null || late != null;
    }

    private void moveToDisk() throws IOException {
        stored = directory.newFile();
        write(stored, bytes, from, to - from);
        lease.giveBack(to - from);
        from = 0;
        to = 0;
    }

    void add(byte[] slice, int offset, int length) throws IOException {
        if (stored == null && !fits(length)) {
            if (!mayUseDisk) {
                late = Arrays.copyOfRange(slice, offset, offset + length);
                return;
            }
            moveToDisk();
        }
        if (stored != null) {
            write(stored, slice, offset, length);
        } else if (from == to) {
            bytes = slice;
            from = offset;
            to = offset + length;
        } else {
            append(slice, offset, length);
        }
    }

    private static void write(StoredFile file, byte[] from, int offset, int length) throws IOException {
        if (!file.tryWrite(from, offset, length)) {
            throw new FormLimitException(FormLimit.DISK_BYTES_OF_ALL);
        }
    }

    /**
     * Takes memory for {@code length} more bytes of the current part. If there is no memory, returns false for a file,
     * and throws an exception for a field.
     */
    private boolean fits(int length) throws FormLimitException {
        long size = (long) to - from + length;
        boolean tooMuch = memoryUsed + size > FormOptions.bound(options.maxMemoryBytes());
        if (file) {
            return !tooMuch && size <= options.fileThresholdBytes() && lease.take(length);
        }
        if (tooMuch) {
            throw new FormLimitException(FormLimit.MEMORY_BYTES, options);
        }
        if (size > MAX_ARRAY) {
            throw new FormLimitException(FormLimit.FIELD_BYTES, options);
        }
        lease.need(length);
        return true;
    }

    private void append(byte[] slice, int offset, int length) {
        detach();
        if (own.length - to < length) {
            own = Arrays.copyOf(own, (int) Math.max(to + length, Math.min(MAX_ARRAY, 2L * own.length)));
            bytes = own;
        }
        System.arraycopy(slice, offset, own, to, length);
        to += length;
    }

    /** Copies the content out of the parser's array, so that the array can be reused. */
    void detach() {
        if (from == to || bytes == own) {
            return;
        }
        int length = to - from;
        if (own.length < length) {
            own = new byte[Math.max(FIRST_ARRAY, length)];
        }
        System.arraycopy(bytes, from, own, 0, length);
        bytes = own;
        from = 0;
        to = length;
    }

    /** Drops the content that is in memory, for an eviction. The form must not use the store any more. */
    void drop() {
        own = NONE;
        bytes = NONE;
        late = null;
    }

    FormFile takeFile(PartHeaders headers) throws IOException {
        StoredFile onDisk = stored;
        if (onDisk != null) {
            stored = null;
            return new FormFile(headers, null, onDisk, onDisk.complete());
        }
        memoryUsed += to - from;
        return new FormFile(headers, Arrays.copyOfRange(bytes, from, to), null, to - from);
    }

    FormField takeField(PartHeaders headers) {
        memoryUsed += to - from;
        return new FormField(
                headers.name(), new String(bytes, from, to - from, headers.charset()), headers.contentType());
    }

    boolean isAscii() {
        return WordScan.isAscii(bytes, from, to);
    }

    /** Returns a copy of the content, so that it can be decoded again at the end of the form. */
    byte[] copy() throws FormLimitException {
        lease.need(to - from);
        return Arrays.copyOfRange(bytes, from, to);
    }
}
