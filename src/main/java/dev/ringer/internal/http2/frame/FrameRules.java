package dev.ringer.internal.http2.frame;

/** Checks the head of a frame that a server has received: type, flags, length and stream number. Stateless. */
final class FrameRules {
    private FrameRules() {}

    /** Returns the rule that a frame with this head breaks; null if there is none. */
    static Http2Fault faultOf(int type, int flags, int length, int streamId) {
        return switch (type) {
            case FrameType.DATA -> firstOf(ofClientStream(streamId), data(flags, length));
            case FrameType.HEADERS -> firstOf(ofClientStream(streamId), headers(flags, length));
            case FrameType.PRIORITY -> firstOf(ofStream(streamId), size(length, 5, Http2Fault.BAD_PRIORITY_SIZE));
            case FrameType.RST_STREAM ->
                firstOf(ofClientStream(streamId), size(length, 4, Http2Fault.BAD_RST_STREAM_SIZE));
            case FrameType.SETTINGS -> firstOf(ofConnection(streamId), settings(flags, length));
            case FrameType.PUSH_PROMISE -> Http2Fault.PUSH_PROMISE_FROM_CLIENT;
            case FrameType.PING -> firstOf(ofConnection(streamId), size(length, 8, Http2Fault.BAD_PING_SIZE));
            case FrameType.GOAWAY -> firstOf(ofConnection(streamId), least(length, 8, Http2Fault.BAD_GOAWAY_SIZE));
            case FrameType.WINDOW_UPDATE ->
                firstOf(ofClientOrConnection(streamId), size(length, 4, Http2Fault.BAD_WINDOW_UPDATE_SIZE));
            case FrameType.CONTINUATION -> ofStream(streamId);
            case FrameType.PRIORITY_UPDATE ->
                firstOf(ofConnection(streamId), least(length, 4, Http2Fault.BAD_PRIORITY_UPDATE_SIZE));
            default -> null;
        };
    }

    private static Http2Fault firstOf(Http2Fault one, Http2Fault other) {
        return one != null ? one : other;
    }

    private static Http2Fault ofConnection(int streamId) {
        return streamId != 0 ? Http2Fault.NOT_STREAM_ZERO : null;
    }

    private static Http2Fault ofStream(int streamId) {
        return streamId == 0 ? Http2Fault.STREAM_ZERO : null;
    }

    private static Http2Fault ofClientStream(int streamId) {
        return streamId == 0 ? Http2Fault.STREAM_ZERO : ofClientOrConnection(streamId);
    }

    /** Refuses even stream numbers. Only pushed streams have even numbers, and this server never pushes. */
    private static Http2Fault ofClientOrConnection(int streamId) {
        return streamId != 0 && (streamId & 1) == 0 ? Http2Fault.EVEN_STREAM : null;
    }

    private static Http2Fault data(int flags, int length) {
        return (flags & Flags.PADDED) != 0 && length == 0 ? Http2Fault.BAD_DATA_SIZE : null;
    }

    private static Http2Fault headers(int flags, int length) {
        int needed = ((flags & Flags.PADDED) != 0 ? 1 : 0) + ((flags & Flags.PRIORITY) != 0 ? 5 : 0);
        return length < needed ? Http2Fault.BAD_HEADERS_SIZE : null;
    }

    private static Http2Fault settings(int flags, int length) {
        if ((flags & Flags.ACK) != 0) {
            return size(length, 0, Http2Fault.BAD_SETTINGS_ACK_SIZE);
        }
        return length % Setting.SIZE != 0 ? Http2Fault.BAD_SETTINGS_SIZE : null;
    }

    private static Http2Fault size(int length, int wanted, Http2Fault fault) {
        return length != wanted ? fault : null;
    }

    private static Http2Fault least(int length, int wanted, Http2Fault fault) {
        return length < wanted ? fault : null;
    }
}
