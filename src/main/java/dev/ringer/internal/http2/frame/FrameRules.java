package dev.ringer.internal.http2.frame;

/** Checks a frame by the nine octets before its payload, for a server. Stateless. */
final class FrameRules {
    private static final int SETTING_SIZE = 6;

    private FrameRules() {}

    /** Returns the fault of a frame, as far as its type, flags, length and stream reveal one; null if there is none. */
    static FrameFault faultOf(int type, int flags, int length, int streamId) {
        return switch (type) {
            case FrameType.DATA -> firstOf(ofClientStream(streamId), data(flags, length));
            case FrameType.HEADERS -> firstOf(ofClientStream(streamId), headers(flags, length));
            case FrameType.PRIORITY -> firstOf(ofStream(streamId), size(length, 5, FrameFault.BAD_PRIORITY_SIZE));
            case FrameType.RST_STREAM ->
                firstOf(ofClientStream(streamId), size(length, 4, FrameFault.BAD_RST_STREAM_SIZE));
            case FrameType.SETTINGS -> firstOf(ofConnection(streamId), settings(flags, length));
            case FrameType.PUSH_PROMISE -> FrameFault.PUSH_PROMISE_FROM_CLIENT;
            case FrameType.PING -> firstOf(ofConnection(streamId), size(length, 8, FrameFault.BAD_PING_SIZE));
            case FrameType.GOAWAY -> firstOf(ofConnection(streamId), least(length, 8, FrameFault.BAD_GOAWAY_SIZE));
            case FrameType.WINDOW_UPDATE ->
                firstOf(ofClientOrConnection(streamId), size(length, 4, FrameFault.BAD_WINDOW_UPDATE_SIZE));
            case FrameType.CONTINUATION -> ofStream(streamId);
            case FrameType.PRIORITY_UPDATE ->
                firstOf(ofConnection(streamId), least(length, 4, FrameFault.BAD_PRIORITY_UPDATE_SIZE));
            default -> null;
        };
    }

    private static FrameFault firstOf(FrameFault one, FrameFault other) {
        return one != null ? one : other;
    }

    private static FrameFault ofConnection(int streamId) {
        return streamId != 0 ? FrameFault.NOT_STREAM_ZERO : null;
    }

    private static FrameFault ofStream(int streamId) {
        return streamId == 0 ? FrameFault.STREAM_ZERO : null;
    }

    private static FrameFault ofClientStream(int streamId) {
        return streamId == 0 ? FrameFault.STREAM_ZERO : ofClientOrConnection(streamId);
    }

    /** Refuses even numbers: those streams would be pushed ones. As the server pushes none, they are all idle. */
    private static FrameFault ofClientOrConnection(int streamId) {
        return streamId != 0 && (streamId & 1) == 0 ? FrameFault.EVEN_STREAM : null;
    }

    private static FrameFault data(int flags, int length) {
        return (flags & Flags.PADDED) != 0 && length == 0 ? FrameFault.BAD_DATA_SIZE : null;
    }

    private static FrameFault headers(int flags, int length) {
        int needed = ((flags & Flags.PADDED) != 0 ? 1 : 0) + ((flags & Flags.PRIORITY) != 0 ? 5 : 0);
        return length < needed ? FrameFault.BAD_HEADERS_SIZE : null;
    }

    private static FrameFault settings(int flags, int length) {
        if ((flags & Flags.ACK) != 0) {
            return size(length, 0, FrameFault.BAD_SETTINGS_ACK_SIZE);
        }
        return length % SETTING_SIZE != 0 ? FrameFault.BAD_SETTINGS_SIZE : null;
    }

    private static FrameFault size(int length, int wanted, FrameFault fault) {
        return length != wanted ? fault : null;
    }

    private static FrameFault least(int length, int wanted, FrameFault fault) {
        return length < wanted ? fault : null;
    }
}
