package dev.ringer.internal.http2.frame;

import java.nio.ByteBuffer;

/**
 * Reads what a client sends: the connection preface, then frames. The bytes may arrive in pieces of any size. The
 * reader passes on content and field blocks piece by piece, and collects only short payloads in an array of its own.
 *
 * <pre>
 *  PREFACE ─► HEAD ─┬─► PADDING_LENGTH ─► PRIORITY_FIELDS ─► CONTENT ─► REST ─┬─► HEAD
 *                   │        DATA and HEADERS without padding or priority fields skip those states
 *                   ├─► FIXED ────────────────────────────────────────► REST ─┤
 *                   ├─► SETTING (again and again) ────────────────────────────┤
 *                   └─► REST: the payload is skipped ─────────────────────────┘
 * </pre>
 *
 * <p>The reader checks all rules of RFC 9113, sections 4 to 6.10, that do not depend on the state of a stream. If a
 * broken rule ends the connection, this call and all later calls throw {@link Http2Refused}. If a broken rule ends only
 * a stream, the reader passes the rule to the handler.
 *
 * <p>The reader never blocks, allocates no memory for a frame, and retains no buffer. Not thread-safe.
 */
public final class FrameReader {
    /** The smallest value of MAX_FRAME_SIZE in octets, which is also its default. */
    public static final int SMALLEST_MAX_FRAME_SIZE = 1 << 14;

    /** The largest value of MAX_FRAME_SIZE, in octets. */
    static final int LARGEST_MAX_FRAME_SIZE = (1 << 24) - 1;

    private static final int PRIORITY_SIZE = 5;
    private static final int RST_STREAM_SIZE = 4;
    private static final int PING_SIZE = 8;
    private static final int GOAWAY_SIZE = 8;
    private static final int WINDOW_UPDATE_SIZE = 4;
    private static final int MAX_GATHERED = 64;
    private static final int STREAM_ID_SIZE = 4;
    private static final int NO_TYPE = -1;

    private enum State {
        PREFACE,
        HEAD,
        PADDING_LENGTH,
        PRIORITY_FIELDS,
        CONTENT,
        FIXED,
        SETTING,
        REST
    }

    private final FrameHandler handler;
    private final int maxFrameSize;
    private final byte[] gathered = new byte[MAX_GATHERED];

    // state of the connection
    private State state = State.PREFACE;
    private boolean first = true;
    private int blockStream; // stream whose field block is incomplete; 0 if there is none
    private Http2Fault broken;

    // state of the current frame
    private int count; // number of octets in `gathered`; in the state PREFACE, number of octets that were read
    private int type = NO_TYPE;
    private int flags;
    private int streamId;
    private int left; // octets of the frame's payload that have not arrived yet
    private int padding;
    private boolean starved; // whether the current call of readFrame needs more input than it has

    /**
     * Creates a reader for one connection.
     *
     * @param maxFrameSize the largest accepted payload, in octets: the MAX_FRAME_SIZE that the server has announced;
     *     16,384 if it has announced none
     */
    public FrameReader(FrameHandler handler, int maxFrameSize) {
        this.handler = handler;
        this.maxFrameSize = maxFrameSize;
    }

    /**
     * Reads to the end of a frame or of the input, whichever comes first. Moves the position of the input to the first
     * byte that was not read.
     *
     * @return true at the end of a frame or of the preface; false if the input ended before that
     * @throws Http2Refused if the client broke a rule, so that the connection must end
     */
    public boolean readFrame(ByteBuffer input) {
        if (broken != null) {
            throw new Http2Refused(broken);
        }
        starved = false;
        do {
            state = switch (state) {
                case PREFACE -> preface(input);
                case HEAD -> head(input);
                case PADDING_LENGTH -> paddingLength(input);
                case PRIORITY_FIELDS -> priorityFields(input);
                case CONTENT -> content(input);
                case FIXED -> fixed(input);
                case SETTING -> setting(input);
                case REST -> rest(input);
            };
        } while (!starved && state != State.HEAD);
        return !starved;
    }

    /**
     * Whether the next bytes are probably content, because the latest frame is a DATA frame that does not end its
     * stream.
     */
    public boolean expectsContent() {
        return type == FrameType.DATA && !has(Flags.END_STREAM);
    }

    /** Whether the connection preface is complete and no frame is incomplete. Only for tests. */
    boolean betweenFrames() {
        return state == State.HEAD && count == 0;
    }

    private State preface(ByteBuffer input) {
        while (count < ConnectionPreface.LENGTH) {
            if (!input.hasRemaining()) {
                return starve(State.PREFACE);
            }
            if (!ConnectionPreface.isOctet(count, input.get())) {
                throw refuse(Http2Fault.BAD_PREFACE);
            }
            count++;
        }
        count = 0;
        return State.HEAD;
    }

    private State head(ByteBuffer input) {
        if (!gather(input, FrameWriter.HEAD_SIZE)) {
            return starve(State.HEAD);
        }
        left = (gathered[0] & 0xff) << 16 | (gathered[1] & 0xff) << 8 | gathered[2] & 0xff;
        type = gathered[3] & 0xff;
        flags = gathered[4] & 0xff;
        streamId = int31(5);
        padding = 0;
        checkOrder();
        Http2Fault ofStream = faultOfStream();
        Http2Fault fault = ofStream != null ? ofStream : faultOfSize();
        if (fault == null) {
            return begin();
        }
        if (fault.endsConnection()) {
            throw refuse(fault);
        }
        handler.onStreamFault(streamId, fault);
        type = NO_TYPE; // makes the reader skip the rest of this frame
        return payload(State.REST);
    }

    private void checkOrder() {
        if (first && (type != FrameType.SETTINGS || has(Flags.ACK))) {
            throw refuse(Http2Fault.FIRST_FRAME_NOT_SETTINGS);
        }
        first = false;
        if (left > maxFrameSize) {
            throw refuse(Http2Fault.FRAME_TOO_LARGE);
        }
        boolean continues = type == FrameType.CONTINUATION;
        if (blockStream != 0 && !(continues && streamId == blockStream)) {
            throw refuse(Http2Fault.BLOCK_INTERRUPTED);
        }
        if (blockStream == 0 && continues && streamId != 0) {
            throw refuse(Http2Fault.CONTINUATION_OF_NOTHING);
        }
    }

    /** Returns the rule that a frame of this type on this stream breaks; null if there is none. */
    private Http2Fault faultOfStream() {
        // Only pushed streams have even numbers, and this server never pushes.
        boolean even = streamId != 0 && (streamId & 1) == 0;
        return switch (type) {
            case FrameType.DATA, FrameType.HEADERS, FrameType.RST_STREAM ->
                streamId == 0 ? Http2Fault.STREAM_ZERO : even ? Http2Fault.EVEN_STREAM : null;
            case FrameType.PRIORITY, FrameType.CONTINUATION -> streamId == 0 ? Http2Fault.STREAM_ZERO : null;
            case FrameType.WINDOW_UPDATE -> even ? Http2Fault.EVEN_STREAM : null;
            case FrameType.SETTINGS, FrameType.PING, FrameType.GOAWAY, FrameType.PRIORITY_UPDATE ->
                streamId != 0 ? Http2Fault.NOT_STREAM_ZERO : null;
            case FrameType.PUSH_PROMISE -> Http2Fault.PUSH_PROMISE_FROM_CLIENT;
            default -> null;
        };
    }

    /** Returns the rule that a frame of this type and these flags breaks by its length; null if there is none. */
    private Http2Fault faultOfSize() {
        return switch (type) {
            case FrameType.DATA -> has(Flags.PADDED) && left == 0 ? Http2Fault.BAD_DATA_SIZE : null;
            case FrameType.HEADERS -> left < leastHeadersSize() ? Http2Fault.BAD_HEADERS_SIZE : null;
            case FrameType.PRIORITY -> left != PRIORITY_SIZE ? Http2Fault.BAD_PRIORITY_SIZE : null;
            case FrameType.RST_STREAM -> left != RST_STREAM_SIZE ? Http2Fault.BAD_RST_STREAM_SIZE : null;
            case FrameType.SETTINGS -> faultOfSettingsSize();
            case FrameType.PING -> left != PING_SIZE ? Http2Fault.BAD_PING_SIZE : null;
            case FrameType.GOAWAY -> left < GOAWAY_SIZE ? Http2Fault.BAD_GOAWAY_SIZE : null;
            case FrameType.WINDOW_UPDATE -> left != WINDOW_UPDATE_SIZE ? Http2Fault.BAD_WINDOW_UPDATE_SIZE : null;
            case FrameType.PRIORITY_UPDATE -> left < STREAM_ID_SIZE ? Http2Fault.BAD_PRIORITY_UPDATE_SIZE : null;
            default -> null;
        };
    }

    private int leastHeadersSize() {
        return (has(Flags.PADDED) ? 1 : 0) + (has(Flags.PRIORITY) ? PRIORITY_SIZE : 0);
    }

    private Http2Fault faultOfSettingsSize() {
        if (has(Flags.ACK)) {
            return left != 0 ? Http2Fault.BAD_SETTINGS_ACK_SIZE : null;
        }
        return left % Setting.SIZE != 0 ? Http2Fault.BAD_SETTINGS_SIZE : null;
    }

    private State begin() {
        return switch (type) {
            case FrameType.DATA -> {
                handler.onData(streamId, left, has(Flags.END_STREAM));
                yield payload(has(Flags.PADDED) ? State.PADDING_LENGTH : State.CONTENT);
            }
            case FrameType.HEADERS -> {
                handler.onHeaders(streamId, left, has(Flags.END_STREAM));
                yield payload(has(Flags.PADDED) ? State.PADDING_LENGTH : afterPaddingLength());
            }
            case FrameType.CONTINUATION -> {
                handler.onContinuation(streamId, left);
                yield payload(State.CONTENT);
            }
            case FrameType.SETTINGS -> left > 0 ? State.SETTING : settingsEnd();
            case FrameType.PRIORITY, FrameType.RST_STREAM, FrameType.PING, FrameType.GOAWAY, FrameType.WINDOW_UPDATE ->
                State.FIXED;
            case FrameType.PRIORITY_UPDATE -> left <= MAX_GATHERED ? State.FIXED : ignore();
            default -> ignore();
        };
    }

    /**
     * Returns the given state if octets of the payload are left. Otherwise ends the frame immediately, because the next
     * input may come much later.
     */
    private State payload(State next) {
        return left > 0 ? next : end();
    }

    private State ignore() {
        handler.onIgnored(type, left);
        return payload(State.REST);
    }

    private State settingsEnd() {
        if (has(Flags.ACK)) {
            handler.onSettingsAck();
        } else {
            handler.onSettingsEnd();
        }
        return State.HEAD;
    }

    private State setting(ByteBuffer input) {
        if (!gather(input, Setting.SIZE)) {
            return starve(State.SETTING);
        }
        left -= Setting.SIZE;
        int id = (gathered[0] & 0xff) << 8 | gathered[1] & 0xff;
        long value = int32(2) & 0xffff_ffffL;
        Http2Fault fault = Setting.faultOf(id, value);
        if (fault != null) {
            throw refuse(fault);
        }
        handler.onSetting(id, value);
        return left > 0 ? State.SETTING : settingsEnd();
    }

    private State paddingLength(ByteBuffer input) {
        if (!input.hasRemaining()) {
            return starve(State.PADDING_LENGTH);
        }
        padding = input.get() & 0xff;
        left--;
        if (padding > left - (type == FrameType.HEADERS && has(Flags.PRIORITY) ? PRIORITY_SIZE : 0)) {
            throw refuse(Http2Fault.TOO_MUCH_PADDING);
        }
        return payload(type == FrameType.HEADERS ? afterPaddingLength() : State.CONTENT);
    }

    private State afterPaddingLength() {
        return has(Flags.PRIORITY) ? State.PRIORITY_FIELDS : State.CONTENT;
    }

    private State priorityFields(ByteBuffer input) {
        if (!gather(input, PRIORITY_SIZE)) {
            return starve(State.PRIORITY_FIELDS);
        }
        left -= PRIORITY_SIZE;
        if (int31(0) == streamId) {
            handler.onStreamFault(streamId, Http2Fault.DEPENDS_ON_ITSELF);
        }
        return payload(State.CONTENT);
    }

    private State content(ByteBuffer input) {
        int size = Math.min(left - padding, input.remaining());
        if (size > 0) {
            left -= size;
            handOn(input, size);
        }
        if (left > padding) {
            return starve(State.CONTENT);
        }
        return payload(State.REST);
    }

    private void handOn(ByteBuffer input, int size) {
        int limit = input.limit();
        int end = input.position() + size;
        input.limit(end);
        try {
            if (type == FrameType.DATA) {
                handler.onDataPiece(streamId, input);
            } else {
                handler.onBlockPiece(streamId, input);
            }
        } finally {
            input.limit(limit);
            input.position(end);
        }
    }

    private State fixed(ByteBuffer input) {
        int size = type == FrameType.GOAWAY ? GOAWAY_SIZE : left;
        if (!gather(input, size)) {
            return starve(State.FIXED);
        }
        left -= size;
        switch (type) {
            case FrameType.PRIORITY -> priority();
            case FrameType.RST_STREAM -> handler.onRstStream(streamId, int32(0));
            case FrameType.PING ->
                handler.onPing(has(Flags.ACK), (long) int32(0) << Integer.SIZE | int32(4) & 0xffff_ffffL);
            case FrameType.GOAWAY -> handler.onGoAway(int31(0), int32(4));
            case FrameType.WINDOW_UPDATE -> windowUpdate();
            default -> priorityUpdate(size);
        }
        return payload(State.REST);
    }

    private void priority() {
        if (int31(0) == streamId) {
            handler.onStreamFault(streamId, Http2Fault.DEPENDS_ON_ITSELF);
        } else {
            handler.onPriority(streamId);
        }
    }

    private void windowUpdate() {
        int increment = int31(0);
        if (increment > 0) {
            handler.onWindowUpdate(streamId, increment);
        } else if (streamId == 0) {
            throw refuse(Http2Fault.NO_INCREMENT);
        } else {
            handler.onStreamFault(streamId, Http2Fault.NO_STREAM_INCREMENT);
        }
    }

    private void priorityUpdate(int size) {
        int prioritized = int31(0);
        if (prioritized == 0) {
            throw refuse(Http2Fault.PRIORITY_UPDATE_OF_STREAM_ZERO);
        }
        System.arraycopy(gathered, STREAM_ID_SIZE, gathered, 0, size - STREAM_ID_SIZE);
        handler.onPriorityUpdate(prioritized, gathered, size - STREAM_ID_SIZE);
    }

    private State rest(ByteBuffer input) {
        int size = Math.min(left, input.remaining());
        input.position(input.position() + size);
        left -= size;
        return left > 0 ? starve(State.REST) : end();
    }

    private State end() {
        if (type == FrameType.DATA) {
            handler.onDataEnd(streamId, has(Flags.END_STREAM));
        } else if (type == FrameType.HEADERS || type == FrameType.CONTINUATION) {
            boolean complete = has(Flags.END_HEADERS);
            blockStream = complete ? 0 : streamId;
            if (complete) {
                handler.onBlockEnd(streamId);
            }
        }
        return State.HEAD;
    }

    private boolean has(int flag) {
        return (flags & flag) != 0;
    }

    private State starve(State present) {
        starved = true;
        return present;
    }

    private Http2Refused refuse(Http2Fault fault) {
        broken = fault;
        return new Http2Refused(fault);
    }

    /**
     * Copies input to the array {@code gathered}. Returns true if the array has {@code wanted} octets. The next call
     * may overwrite these octets.
     */
    private boolean gather(ByteBuffer input, int wanted) {
        int size = Math.min(wanted - count, input.remaining());
        input.get(gathered, count, size);
        count += size;
        if (count < wanted) {
            return false;
        }
        count = 0;
        return true;
    }

    private int int31(int at) {
        return int32(at) & Integer.MAX_VALUE; // a receiver must ignore the highest bit, which is reserved
    }

    private int int32(int at) {
        return (gathered[at] & 0xff) << 24
                | (gathered[at + 1] & 0xff) << 16
                | (gathered[at + 2] & 0xff) << 8
                | gathered[at + 3] & 0xff;
    }
}
