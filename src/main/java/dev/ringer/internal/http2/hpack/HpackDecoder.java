package dev.ringer.internal.http2.hpack;

import dev.ringer.internal.http2.frame.Http2Fault;
import dev.ringer.internal.http2.frame.Http2Refused;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Decodes the field blocks of one connection, one after the other. The octets arrive in pieces of any size.
 *
 * <pre>
 *  REPRESENTATION ─┬─► INDEX ──────────────────────────────────────────────────────────────┬─► REPRESENTATION
 *                  ├─► TABLE_SIZE ─────────────────────────────────────────────────────────┤
 *                  └─► NAME_INDEX ─► NAME_LENGTH ─► NAME ─► VALUE_LENGTH ─► VALUE ──────────┘
 *                      short integers and names from a table skip the states that they do not need
 * </pre>
 *
 * <p>If a block is invalid, the decoder throws {@link Http2Refused}. Then the tables of client and server differ, so
 * the decoder must not be used again.
 *
 * <p>If a block exceeds the limit on field sections, the decoder passes no further line to the sink. So the work is
 * proportional to the octets of the block. The decoder still decodes all lines, because they can change the table. It
 * stores a string only if its line may still fit into the limit or into the table.
 *
 * <p>The decoder allocates memory only for new entries of the table and for new names. Not thread-safe.
 */
public final class HpackDecoder {
    /** The largest dynamic table, in octets. This is the default, because the server sends no HEADER_TABLE_SIZE. */
    public static final int MAX_TABLE_SIZE = 4096;

    private static final int MAX_SIZE_UPDATES = 2;
    private static final int LAST_SHIFT = 28;

    private static final int INDEX_PREFIX = 0x7f;
    private static final int INDEXING = 0x40;
    private static final int INDEXING_PREFIX = 0x3f;
    private static final int SIZE_UPDATE = 0x20;
    private static final int SIZE_UPDATE_PREFIX = 0x1f;
    private static final int NEVER_INDEXED = 0x10;
    private static final int LITERAL_PREFIX = 0x0f;
    private static final int HUFFMAN = 0x80;
    private static final int LENGTH_PREFIX = 0x7f;

    /** The bytes of two references to a line: one in the list of the block's lines, one in the head of the request. */
    private static final int BYTES_PER_LINE = 8;

    private enum State {
        REPRESENTATION,
        INDEX,
        TABLE_SIZE,
        NAME_INDEX,
        NAME_LENGTH,
        NAME_LENGTH_END,
        NAME,
        VALUE_LENGTH,
        VALUE_LENGTH_END,
        VALUE
    }

    private final int maxListSize;

    // state of the connection
    private final DynamicTable table = new DynamicTable(MAX_TABLE_SIZE);
    private final StringReader string = new StringReader();

    // state of the current block
    private State state = State.REPRESENTATION;
    private FieldSink sink;
    private boolean lineSeen;
    private int sizeUpdates;
    private long listSize;
    private int lineCount; // lines of the block that the sink received
    // Sum of the memory of all literal lines that the sink received. A literal may also have become a table entry.
    private long ofLiterals;
    // Sum of the sizes of the table entries to which the block refers. An entry counts once for each reference.
    private long ofEntries;
    private int tableBefore; // size of the dynamic table when the block began

    // state of the current line
    private boolean indexing;
    private boolean neverIndexed;
    private FieldName name; // name of the line; null if it is too long to be stored
    private long nameLength;

    private boolean coded; // whether the current string is Huffman coded

    // state of the current integer
    private long integer;
    private int shift;

    // the input of the current call
    private byte[] input;
    private int at;
    private int end;

    /**
     * Creates a decoder for one connection. The decoder passes on field sections of up to {@code maxListSize} octets.
     * Each line counts as its octets plus {@link FieldLine#OVERHEAD} (RFC 9113, 6.5.2).
     */
    public HpackDecoder(int maxListSize) {
        this.maxListSize = maxListSize;
    }

    /** Begins a block. {@code sink} receives the lines of the block. */
    public void begin(FieldSink sink) {
        this.sink = sink;
        state = State.REPRESENTATION;
        lineSeen = false;
        sizeUpdates = 0;
        listSize = 0;
        lineCount = 0;
        ofLiterals = 0;
        ofEntries = 0;
        tableBefore = table.size();
    }

    /**
     * Decodes the next piece of the block, and moves the position of {@code piece} to its limit. The buffer must have
     * an array.
     *
     * @throws Http2Refused if the block is invalid
     */
    public void decode(ByteBuffer piece) {
        int from = piece.arrayOffset() + piece.position();
        int to = from + piece.remaining();
        piece.position(piece.limit());
        decode(piece.array(), from, to);
    }

    /** Decodes the next piece of the block, which is in an array from index {@code from} to before {@code to}. */
    public void decode(byte[] bytes, int from, int to) {
        input = bytes;
        at = from;
        end = to;
        while (at < end) {
            state = switch (state) {
                case REPRESENTATION -> representation();
                case INDEX -> integerEnds() ? indexed() : State.INDEX;
                case TABLE_SIZE -> integerEnds() ? resize() : State.TABLE_SIZE;
                case NAME_INDEX -> integerEnds() ? nameIndex() : State.NAME_INDEX;
                case NAME_LENGTH -> length(State.NAME_LENGTH_END, State.NAME);
                case NAME_LENGTH_END -> integerEnds() ? string(State.NAME) : State.NAME_LENGTH_END;
                case NAME -> stringEnds() ? name() : State.NAME;
                case VALUE_LENGTH -> length(State.VALUE_LENGTH_END, State.VALUE);
                case VALUE_LENGTH_END -> integerEnds() ? string(State.VALUE) : State.VALUE_LENGTH_END;
                case VALUE -> stringEnds() ? value() : State.VALUE;
            };
        }
        input = null;
    }

    /**
     * Ends the block.
     *
     * @throws Http2Refused if the block ends within a line
     */
    public void end() {
        sink = null;
        name = null;
        string.endBlock();
        if (state != State.REPRESENTATION) {
            throw new Http2Refused(Http2Fault.BLOCK_CUT_OFF);
        }
    }

    /** Frees memory that only makes the next block faster. Call this method between two blocks. */
    public void trim() {
        string.trim();
    }

    /** Decodes lines that are a single octet (the index of a table entry), as most lines are. Begins any other line. */
    private State representation() {
        while (at < end) {
            int octet = input[at++] & 0xff;
            if (octet < HUFFMAN) {
                return literal(octet);
            }
            lineSeen = true;
            integer = octet & INDEX_PREFIX;
            if (integer == INDEX_PREFIX) {
                shift = 0;
                return State.INDEX;
            }
            indexed();
        }
        return State.REPRESENTATION;
    }

    private State literal(int octet) {
        if ((octet & ~SIZE_UPDATE_PREFIX) == SIZE_UPDATE) {
            return prefix(octet, SIZE_UPDATE_PREFIX) ? resize() : State.TABLE_SIZE;
        }
        lineSeen = true;
        indexing = (octet & INDEXING) != 0;
        neverIndexed = !indexing && (octet & NEVER_INDEXED) != 0;
        return prefix(octet, indexing ? INDEXING_PREFIX : LITERAL_PREFIX) ? nameIndex() : State.NAME_INDEX;
    }

    /** Begins an integer (RFC 7541, 5.1). Returns true if the integer is complete after this octet. */
    private boolean prefix(int octet, int mask) {
        integer = octet & mask;
        shift = 0;
        return integer < mask;
    }

    private boolean integerEnds() {
        while (at < end) {
            if (shift > LAST_SHIFT) {
                throw new Http2Refused(Http2Fault.INTEGER_TOO_LONG);
            }
            byte octet = input[at++];
            integer += (octet & 0x7fL) << shift;
            shift += 7;
            if (octet >= 0) {
                if (integer > Integer.MAX_VALUE) {
                    throw new Http2Refused(Http2Fault.INTEGER_TOO_LARGE);
                }
                return true;
            }
        }
        return false;
    }

    private State indexed() {
        FieldLine entry = entry();
        if (counts(entry.size())) {
            if (integer > StaticTable.SIZE) {
                ofEntries += entry.size();
            }
            sink.onLine(entry);
        }
        return State.REPRESENTATION;
    }

    private FieldLine entry() {
        int index = (int) integer;
        if (index == 0) {
            throw new Http2Refused(Http2Fault.INDEX_ZERO);
        }
        if (index <= StaticTable.SIZE) {
            return StaticTable.entry(index);
        }
        FieldLine entry = table.get(index - StaticTable.SIZE - 1);
        if (entry == null) {
            throw new Http2Refused(Http2Fault.INDEX_BEYOND_TABLES);
        }
        return entry;
    }

    /**
     * Adds the size of a line to the size of the block's field list. Returns true if the size is still within
     * {@code maxListSize}.
     */
    private boolean counts(long size) {
        boolean within = listSize <= maxListSize;
        listSize += size;
        if (within && listSize > maxListSize) {
            sink.onTooLarge();
        }
        if (listSize > maxListSize) {
            return false;
        }
        lineCount++;
        return true;
    }

    private State resize() {
        if (lineSeen) {
            throw new Http2Refused(Http2Fault.SIZE_UPDATE_TOO_LATE);
        }
        if (integer > MAX_TABLE_SIZE) {
            throw new Http2Refused(Http2Fault.SIZE_UPDATE_TOO_LARGE);
        }
        if (++sizeUpdates > MAX_SIZE_UPDATES) {
            throw new Http2Refused(Http2Fault.TOO_MANY_SIZE_UPDATES);
        }
        table.setCapacity((int) integer);
        return State.REPRESENTATION;
    }

    private State nameIndex() {
        if (integer == 0) {
            return State.NAME_LENGTH;
        }
        name = entry().name();
        nameLength = name.length();
        return State.VALUE_LENGTH;
    }

    private State length(State more, State next) {
        int octet = input[at++] & 0xff;
        coded = (octet & HUFFMAN) != 0;
        return prefix(octet, LENGTH_PREFIX) ? string(next) : more;
    }

    private State string(State next) {
        string.begin(coded, (int) integer, maxStored());
        if (!string.complete()) {
            return next;
        }
        return next == State.NAME ? name() : value(); // the string is empty, so it needs no further input
    }

    private boolean stringEnds() {
        at = string.read(input, at, end);
        return string.complete();
    }

    /**
     * Returns the length, in octets, of the longest string to store. A longer string exceeds the limit of the field
     * list, and will not be in an entry of the table.
     */
    private long maxStored() {
        return Math.max(maxListSize - listSize, indexing ? table.capacity() : 0);
    }

    private State name() {
        nameLength = string.length();
        name = nameLength <= maxStored() ? FieldName.of(string.bytes(), string.from(), string.to()) : null;
        return State.VALUE_LENGTH;
    }

    private State value() {
        long size = FieldLine.OVERHEAD + nameLength + string.length();
        boolean within = counts(size);
        if (within) {
            ofLiterals += size + FieldLine.EXTRA_MEMORY;
        }
        if (!indexing || size > table.capacity()) {
            if (indexing) {
                table.clear(); // an entry larger than the table empties the table (RFC 7541, 4.4)
            }
            if (within) {
                sink.onLiteral(name, string.bytes(), string.from(), string.to(), neverIndexed);
            }
            return State.REPRESENTATION;
        }
        FieldLine entry = new FieldLine(name, Arrays.copyOfRange(string.bytes(), string.from(), string.to()));
        table.add(entry);
        if (within) {
            sink.onLine(entry);
        }
        return State.REPRESENTATION;
    }

    /**
     * Treats the rest of the block as if it exceeded the limit: the decoder does not pass the rest to the sink, and
     * stores the rest only in the table.
     */
    public void passOver() {
        listSize = Math.max(listSize, maxListSize + 1L);
        string.lowerLimit(indexing ? table.capacity() : 0);
    }

    /** Returns the sum of the sizes of the table's entries, in octets. For tests. */
    int tableSize() {
        return table.size();
    }

    /**
     * Returns the approximate memory of the lines that the sink received, in bytes: the lines of the current block or,
     * between two blocks, the lines of the last block. Each line counts with its {@link FieldLine#OVERHEAD}, and
     * each literal also with {@link FieldLine#EXTRA_MEMORY}.
     *
     * <p>All references to an entry share the memory of the entry. So the entries from before the block take at most
     * the size of the table when the block began, no matter how many references the block has.
     */
    public int retainedBytes() {
        return (int) (ofLiterals + Math.min(ofEntries, tableBefore) + (long) BYTES_PER_LINE * lineCount);
    }

    /** Returns the approximate memory of the table and of an incomplete string, in bytes. */
    public int keptBytes() {
        return table.size() + string.keptBytes();
    }
}
