package dev.ringer.internal.http2.hpack;

import dev.ringer.internal.names.KnownNames;
import dev.ringer.internal.names.NormalNames;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Encodes the field blocks of one connection's responses. The caller must send every block that it begins, in the order
 * of encoding, because each block can change the client's table. So the caller must check all lines of an application
 * before it begins a block.
 *
 * <p>The dynamic table gets a line when it is sent again, because many lines have another value in each response. The
 * table has at most 4,096 octets, and never more than the client allows. The encoder sends secrets as never-indexed
 * literals, because neither this server nor a proxy may store them in a table. It uses the Huffman code for a string if
 * the coded string is shorter.
 *
 * <p>The encoder allocates only for new entries of the table. Not thread-safe.
 */
public final class HpackEncoder {
    private static final int MAX_TABLE_SIZE = 4096;
    private static final int FIRST_BLOCK = 256;
    private static final int MAX_KEPT = 16 * 1024;
    private static final int REMEMBERED = 64;
    private static final int LONGEST_INTEGER = 6;
    private static final byte[] NONE = {};

    private static final int INDEXED = 0x80;
    private static final int INDEXED_PREFIX = 0x7f;
    private static final int INDEXING = 0x40;
    private static final int INDEXING_PREFIX = 0x3f;
    private static final int SIZE_UPDATE = 0x20;
    private static final int SIZE_UPDATE_PREFIX = 0x1f;
    private static final int NEVER_INDEXED = 0x10;
    private static final int LITERAL_PREFIX = 0x0f;
    private static final int HUFFMAN = 0x80;
    private static final int LENGTH_PREFIX = 0x7f;

    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    private static final boolean[] SECRET = new boolean[KnownNames.count()];

    static {
        for (String name : new String[] {"Authorization", "Proxy-Authorization", "Cookie", "Set-Cookie", "X-API-Key"}) {
            SECRET[KnownNames.indexOf(name)] = true;
        }
    }

    private static final String STATUS = ":status";

    /** The status codes in the static table. The first of them has the index {@link StaticTable#STATUS}. */
    private static final int[] STATIC_STATUS = {200, 204, 206, 304, 400, 404, 500};

    // Status codes as texts, made on demand. No lock is necessary: if two threads make the same text, either may stay.
    private static final String[] STATUS_TEXTS = new String[1000];

    /** The ways to write strings. The server uses {@code SHORTEST}. Only tests use other ways. */
    enum Strings {
        SHORTEST,
        PLAIN,
        CODED
    }

    private final Strings strings;

    // state that lasts as long as the connection
    private final EncoderTable table = new EncoderTable(MAX_TABLE_SIZE);
    // Hashes of recent lines that are not in the table. If such a line repeats, it becomes an entry of the table.
    private int[] seen;
    private int nextSeen;
    private boolean sizeUpdateDue;
    private int smallestSize = MAX_TABLE_SIZE; // smallest size limit of the table since the last block, in octets

    // state of the current block
    private byte[] block = NONE;
    private int size;
    private byte[] raw = NONE; // octets of the current string

    public HpackEncoder() {
        this(Strings.SHORTEST);
    }

    HpackEncoder(Strings strings) {
        this.strings = strings;
    }

    /** Applies the client's HEADER_TABLE_SIZE, from 0 to 2^32 - 1 octets. The next block announces the change. */
    public void limitTable(long maxSize) {
        int capacity = (int) Math.min(maxSize, MAX_TABLE_SIZE);
        if (capacity != table.capacity()) {
            table.setCapacity(capacity);
            smallestSize = sizeUpdateDue ? Math.min(smallestSize, capacity) : capacity;
            sizeUpdateDue = true;
        }
    }

    public void begin() {
        if (block.length > MAX_KEPT || raw.length > MAX_KEPT) {
            dropArrays(); // an unusually large block has enlarged these arrays
        }
        size = 0;
        if (sizeUpdateDue) {
            ensure(2 * LONGEST_INTEGER);
            int last = table.capacity();
            if (smallestSize < last) {
                putInteger(SIZE_UPDATE, SIZE_UPDATE_PREFIX, smallestSize);
            }
            putInteger(SIZE_UPDATE, SIZE_UPDATE_PREFIX, last);
            sizeUpdateDue = false;
        }
    }

    /**
     * Returns an array whose first {@link #size} octets are the block. The next method that adds to the block may
     * replace the array.
     */
    public byte[] block() {
        return block;
    }

    /** Returns the length of the block so far, in octets. */
    public int size() {
        return size;
    }

    /**
     * Returns the approximate memory that the encoder retains between two blocks, in bytes. Thread-safe. The value may
     * be slightly out of date.
     */
    public int keptBytes() {
        return table.size() + block.length + raw.length;
    }

    /** Frees memory that only makes the next block faster. Call this method between two blocks. */
    public void trim() {
        seen = null;
        dropArrays();
    }

    private void dropArrays() {
        block = NONE;
        raw = NONE;
    }

    /** Adds {@code :status}, from 100 to 999, which must be the first line of a block. */
    public void status(int status) {
        ensure(LONGEST_INTEGER);
        for (int i = 0; i < STATIC_STATUS.length; i++) {
            if (STATIC_STATUS[i] == status) {
                staticLine(StaticTable.STATUS + i);
                return;
            }
        }
        String text = STATUS_TEXTS[status];
        if (text == null) {
            text = Integer.toString(status);
            STATUS_TEXTS[status] = text;
        }
        line(STATUS, text, StaticTable.STATUS, false);
    }

    /**
     * Adds a line. The encoder sends the name, which must be a token, in lower case. In the value, it replaces
     * characters above 0xff by question marks.
     */
    public void field(String name, String value) {
        int known = NormalNames.indexOf(name);
        if (known >= 0) {
            line(name, value, StaticTable.indexOf(known), SECRET[known]);
        } else {
            line(name, value, 0, false);
        }
    }

    /** Adds a line whose name is in {@link KnownNames}, with the index {@code known} there. */
    public void field(int known, String value) {
        line(KnownNames.name(known), value, StaticTable.indexOf(known), SECRET[known]);
    }

    /** Adds a line of the static table. */
    void staticLine(int index) {
        ensure(LONGEST_INTEGER);
        putInteger(INDEXED, INDEXED_PREFIX, index);
    }

    /**
     * Adds a line. {@code staticName} is the index of the name in the static table; 0 if the table does not have the
     * name.
     */
    void line(String name, String value, int staticName, boolean secret) {
        ensure(LONGEST_INTEGER);
        if (secret) {
            literal(NEVER_INDEXED, LITERAL_PREFIX, staticName, name, value);
            return;
        }
        int found = table.find(name, value);
        if (found > 0) {
            putInteger(INDEXED, INDEXED_PREFIX, StaticTable.SIZE + found);
            return;
        }
        int nameIndex = staticName > 0 || found == 0 ? staticName : StaticTable.SIZE - found;
        boolean fits = EncoderTable.sizeOf(name, value) <= table.capacity();
        if (fits && comesAgain(name, value)) {
            literal(INDEXING, INDEXING_PREFIX, nameIndex, name, value);
            table.add(name, value);
        } else {
            literal(0, LITERAL_PREFIX, nameIndex, name, value);
        }
    }

    /**
     * Whether this line is one of the last {@link #REMEMBERED} lines that were not in the table. If it is not, the
     * encoder remembers it. Tests make the table get a line at once by this method.
     */
    boolean comesAgain(String name, String value) {
        if (seen == null) {
            seen = new int[REMEMBERED];
        }
        int hash = name.hashCode() * 0x9E37_79B9 ^ value.hashCode();
        for (int lately : seen) {
            if (lately == hash) {
                return true;
            }
        }
        seen[nextSeen] = hash;
        nextSeen = (nextSeen + 1) % REMEMBERED;
        return false;
    }

    private void literal(int pattern, int prefix, int nameIndex, String name, String value) {
        putInteger(pattern, prefix, nameIndex);
        if (nameIndex == 0) {
            putString(name, true);
        }
        putString(value, false);
    }

    private void putString(String text, boolean lowerCase) {
        int length = text.length();
        if (raw.length < length) {
            raw = new byte[Math.max(length, FIRST_BLOCK)];
        }
        byte[] raw = this.raw;
        byte[] lengths = HuffmanCode.LENGTHS;
        int bits = 0;
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (lowerCase && c >= 'A' && c <= 'Z') {
                c = (char) (c + ('a' - 'A'));
            }
            byte octet = (byte) (c <= 0xff ? c : '?');
            raw[i] = octet;
            bits += lengths[octet & 0xff];
        }
        int codedLength = bits + Byte.SIZE - 1 >> 3;
        boolean coded = strings == Strings.SHORTEST ? codedLength < length : strings == Strings.CODED;
        ensure(LONGEST_INTEGER + (coded ? codedLength : length) + Integer.BYTES);
        putInteger(coded ? HUFFMAN : 0, LENGTH_PREFIX, coded ? codedLength : length);
        if (coded) {
            size = putCoded(raw, length, block, size);
        } else {
            System.arraycopy(raw, 0, block, size, length);
            size += length;
        }
    }

    /**
     * Encodes the first {@code length} octets of {@code in} by the Huffman code, four octets at a time, and adds the
     * padding. Returns the index in {@code out} after the last written octet.
     */
    static int putCoded(byte[] in, int length, byte[] out, int outAt) {
        int at = outAt;
        long bits = 0; // the lowest {@code count} bits are not written yet; all higher bits have no meaning
        int count = 0;
        for (int i = 0; i < length; i++) {
            int symbol = in[i] & 0xff;
            int codeLength = HuffmanCode.LENGTHS[symbol];
            bits = bits << codeLength | HuffmanCode.CODES[symbol];
            count += codeLength;
            if (count >= Integer.SIZE) {
                count -= Integer.SIZE;
                INTS.set(out, at, (int) (bits >>> count));
                at += Integer.BYTES;
            }
        }
        while (count >= Byte.SIZE) {
            count -= Byte.SIZE;
            out[at++] = (byte) (bits >>> count);
        }
        if (count > 0) {
            int padding = Byte.SIZE - count;
            out[at++] = (byte) (bits << padding | (1 << padding) - 1);
        }
        return at;
    }

    /** Adds an integer (RFC 7541, 5.1). The caller has made enough room in the array of the block. */
    private void putInteger(int pattern, int prefix, int value) {
        if (value < prefix) {
            block[size++] = (byte) (pattern | value);
            return;
        }
        block[size++] = (byte) (pattern | prefix);
        int rest = value - prefix;
        while (rest > 0x7f) {
            block[size++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        block[size++] = (byte) rest;
    }

    private void ensure(int more) {
        if (block.length - size < more) {
            block = Arrays.copyOf(block, Math.max(FIRST_BLOCK, Math.max(2 * block.length, size + more)));
        }
    }

    /** Returns the sum of the sizes of the table's entries, in octets. For tests. */
    int tableSize() {
        return table.size();
    }
}
