package dev.ringer.multipart;

import dev.ringer.internal.bytes.WordScan;
import java.io.IOException;
import java.util.Arrays;

/**
 * Gathers the content of one part after the other: as the slice it came in, as long as that is all; then in an array;
 * then, for files, on the disk.
 *
 * <p>{@link #begin}, any number of {@link #add}, then one of the {@code take} methods. Before the array that slices lie
 * in is reused, {@link #detach()}.
 */
final class PartContentStore {
    private static final int FIRST_ARRAY = 512;
    private static final long MAX_ARRAY = Integer.MAX_VALUE - 16;
    private static final byte[] NONE = {};

    private final FormOptions options;
    private final PrivateDirectory directory;
    private final MemoryLease lease;

    /** The only slice so far, in the parser's array; or the gathered content, in our own. */
    private byte[] bytes = NONE;

    private int from;
    private int to;
    private byte[] own = NONE;

    private boolean file;
    private long memoryUsed;
    private StoredFile stored;

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

    void add(byte[] slice, int offset, int length) throws IOException {
        if (stored == null && !fits(length)) {
            stored = directory.newFile();
            stored.write(bytes, from, to - from);
            lease.giveBack(to - from);
            from = 0;
            to = 0;
        }
        if (stored != null) {
            stored.write(slice, offset, length);
        } else if (from == to) {
            bytes = slice;
            from = offset;
            to = offset + length;
        } else {
            append(slice, offset, length);
        }
    }

    /** Says whether so many bytes more may stay in memory, and takes them; what may not, and is no file, is refused. */
    private boolean fits(int length) throws FormLimitException {
        long size = (long) to - from + length;
        boolean tooMuch = memoryUsed + size > options.maxMemoryBytes();
        if (file) {
            return !tooMuch && size <= options.fileThresholdBytes() && lease.take(length);
        }
        if (tooMuch) {
            throw new FormLimitException(FormLimit.MEMORY_BYTES);
        }
        if (size > MAX_ARRAY) {
            throw new FormLimitException(FormLimit.FIELD_BYTES);
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

    /** Lets go of the parser's array. */
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

    /** Drops what is in memory; the store is of no use then. */
    void drop() {
        own = NONE;
        bytes = NONE;
    }

    FormFile takeFile(PartHeaders headers) throws IOException {
        return stored == null ? new FormFile(headers, takeBytes()) : new FormFile(headers, stored, stored.complete());
    }

    byte[] takeBytes() {
        memoryUsed += to - from;
        return Arrays.copyOfRange(bytes, from, to);
    }

    FormField takeField(PartHeaders headers) {
        memoryUsed += to - from;
        return new FormField(
                headers.name(), new String(bytes, from, to - from, headers.charset()), headers.contentType());
    }

    boolean isAscii() {
        return WordScan.isAscii(bytes, from, to);
    }

    /** Copies the content, to be kept beside the text. */
    byte[] copy() throws FormLimitException {
        lease.need(to - from);
        return Arrays.copyOfRange(bytes, from, to);
    }
}
