package dev.ringer.internal.http2.hpack;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Decodes the field blocks of one connection, one after the other, from octets that arrive in pieces of any size.
 *
 * <pre>
 *  REPRESENTATION ─┬─► INDEX ──────────────────────────────────────────────────────────────┬─► REPRESENTATION
 *                  ├─► TABLE_SIZE ─────────────────────────────────────────────────────────┤
 *                  └─► NAME_INDEX ─► NAME_LENGTH ─► NAME ─► VALUE_LENGTH ─► VALUE ──────────┘
 *                      integers of one octet and names by their index pass by what they do not need
 * </pre>
 *
 * <p>A fault is thrown as {@link HpackRefused}, after which the tables are out of step and the decoder is of no more use.
 * What a block holds beyond the limit is decoded, because the tables depend on it, but neither told nor stored; the work
 * stays in proportion to the octets of the block. Strings are held up to the larger one of limit and table.
 *
 * <p>Allocates entries of the table and names that are new, and nothing for lines that stand in a table. Not thread-safe.
 */
public final class HpackDecoder {
    /** The size of the dynamic table until said otherwise, in octets. */
    public static final int DEFAULT_TABLE_SIZE = 4096;

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

    /** The size of the references to one line: a place in the list of the block, and one in the head of the request. */
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

    // fixed
    private final int maxListSize;

    // of the connection
    private final DynamicTable table = new DynamicTable(DEFAULT_TABLE_SIZE);
    private final StringReader string = new StringReader();
    private int tableLimit = DEFAULT_TABLE_SIZE;
    private boolean sizeUpdateDue;

    // the present block
    private State state = State.REPRESENTATION;
    private FieldSink sink;
    private boolean lineSeen;
    private int sizeUpdates;
    private long listSize;
    private int lineCount; // of those that the sink was given
    private long ofLiterals; // of those, with the entries that the block has added; counted as in a list
    private long ofEntries; // of references to the dynamic table, each time
    private int tableBefore; // what the dynamic table's entries counted for

    // the present line
    private boolean indexing;
    private boolean neverIndexed;
    private FieldName name; // null if it was too long to be held
    private long nameLength;

    private boolean coded; // the present string

    // the present integer
    private long integer;
    private int shift;

    // the input of the present call
    private byte[] input;
    private int at;
    private int end;

    /**
     * A decoder for one connection.
     *
     * @param maxListSize how large a field section may be, each line counted with 32 octets more (RFC 9113, 6.5.2)
     */
    public HpackDecoder(int maxListSize) {
        this.maxListSize = maxListSize;
    }

    /**
     * Changes how large the peer may make the table, once it has acknowledged a HEADER_TABLE_SIZE of ours. A peer whose
     * table is larger must say so at the beginning of its next block.
     *
     * @param limit in octets
     */
    public void limitTable(int limit) {
        tableLimit = limit;
        sizeUpdateDue = table.capacity() > limit;
    }

    /**
     * Begins a block.
     *
     * @param sink is told of its lines
     */
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
     * Goes on with the block.
     *
     * @param piece is read to its end
     * @throws HpackRefused if the block is at fault
     */
    public void decode(ByteBuffer piece) {
        if (piece.hasArray()) {
            int from = piece.arrayOffset() + piece.position();
            int to = from + piece.remaining();
            piece.position(piece.limit());
            decode(piece.array(), from, to);
        } else {
            byte[] copy = new byte[piece.remaining()];
            piece.get(copy);
            decode(copy, 0, copy.length);
        }
    }

    /**
     * Goes on with the block.
     *
     * @param bytes holds the next piece of it
     * @param from where the piece begins
     * @param to where it ends, exclusive
     * @throws HpackRefused if the block is at fault
     */
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
     * @throws HpackRefused if it ends within a line
     */
    public void end() {
        sink = null;
        name = null;
        string.endBlock();
        if (state != State.REPRESENTATION) {
            throw new HpackRefused(HpackFault.BLOCK_CUT_OFF);
        }
    }

    /** Gives up, between two blocks, what only makes the next one quicker. */
    public void trim() {
        string.trim();
    }

    /** Indexed lines of one octet, which most are, are done here at once. */
    private State representation() {
        while (at < end) {
            int octet = input[at++] & 0xff;
            if (octet < HUFFMAN) {
                return literal(octet);
            }
            beginLine();
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
        beginLine();
        indexing = (octet & INDEXING) != 0;
        neverIndexed = !indexing && (octet & NEVER_INDEXED) != 0;
        return prefix(octet, indexing ? INDEXING_PREFIX : LITERAL_PREFIX) ? nameIndex() : State.NAME_INDEX;
    }

    private void beginLine() {
        if (sizeUpdateDue) {
            throw new HpackRefused(HpackFault.SIZE_UPDATE_MISSING);
        }
        lineSeen = true;
    }

    /** Begins an integer (RFC 7541, 5.1); says whether the octet holds it all. */
    private boolean prefix(int octet, int mask) {
        integer = octet & mask;
        shift = 0;
        return integer < mask;
    }

    private boolean integerEnds() {
        while (at < end) {
            if (shift > LAST_SHIFT) {
                throw new HpackRefused(HpackFault.INTEGER_TOO_LONG);
            }
            byte octet = input[at++];
            integer += (octet & 0x7fL) << shift;
            shift += 7;
            if (octet >= 0) {
                if (integer > Integer.MAX_VALUE) {
                    throw new HpackRefused(HpackFault.INTEGER_TOO_LARGE);
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
            throw new HpackRefused(HpackFault.INDEX_ZERO);
        }
        if (index <= StaticTable.SIZE) {
            return StaticTable.entry(index);
        }
        FieldLine entry = table.get(index - StaticTable.SIZE - 1);
        if (entry == null) {
            throw new HpackRefused(HpackFault.INDEX_BEYOND_TABLES);
        }
        return entry;
    }

    /** Counts a line; says whether it is within the limit. */
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
            throw new HpackRefused(HpackFault.SIZE_UPDATE_TOO_LATE);
        }
        if (integer > tableLimit) {
            throw new HpackRefused(HpackFault.SIZE_UPDATE_TOO_LARGE);
        }
        if (++sizeUpdates > MAX_SIZE_UPDATES) {
            throw new HpackRefused(HpackFault.TOO_MANY_SIZE_UPDATES);
        }
        sizeUpdateDue = false;
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
        string.begin(coded, (int) integer, mostHeld());
        if (!string.complete()) {
            return next;
        }
        return next == State.NAME ? name() : value(); // an empty one: no more input is needed, and none may come
    }

    private boolean stringEnds() {
        at = string.read(input, at, end);
        return string.complete();
    }

    /** How long a string may be and still fit into the list or the table. */
    private long mostHeld() {
        return Math.max(maxListSize - listSize, indexing ? table.capacity() : 0);
    }

    private State name() {
        nameLength = string.length();
        name = nameLength <= mostHeld() ? FieldName.of(string.bytes(), string.from(), string.to()) : null;
        return State.VALUE_LENGTH;
    }

    private State value() {
        long size = FieldLine.OVERHEAD + nameLength + string.length();
        boolean within = counts(size);
        if (within) {
            ofLiterals += size;
        }
        if (!indexing || size > table.capacity()) {
            if (indexing) {
                table.clear(); // RFC 7541, 4.4: what is larger than the table empties it
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

    /** Treats what still comes of the block as beyond the limit: it is decoded, but neither told nor stored. */
    public void passOver() {
        listSize = Math.max(listSize, maxListSize + 1L);
        string.holdNoMoreThan(indexing ? table.capacity() : 0);
    }

    /** What the dynamic table's entries count for; for tests. */
    int tableSize() {
        return table.size();
    }

    /**
     * How much memory the lines that were told of the present block take, or those of the last one. References to one entry
     * share it: however many there are, all entries from before the block take no more than the table had.
     *
     * @return about so many bytes, each line counted with {@link FieldLine#OVERHEAD}
     */
    public int retainedBytes() {
        return (int) (ofLiterals + Math.min(ofEntries, tableBefore) + (long) BYTES_PER_LINE * lineCount);
    }

    /**
     * How much is kept from block to block, and of a string that has come in part.
     *
     * @return about so many bytes
     */
    public int keptBytes() {
        return table.size() + string.keptBytes();
    }
}
