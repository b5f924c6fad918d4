package dev.ringer.internal.http2.response;

import dev.ringer.internal.http2.frame.ErrorCode;
import dev.ringer.internal.http2.frame.FrameWriter;
import java.util.List;
import java.util.function.Consumer;

/**
 * A frame that the server sends, but not as a part of a response: SETTINGS, PING, GOAWAY, WINDOW_UPDATE or RST_STREAM.
 */
public final class ControlFrame extends FrameOutput.Item {
    private final Consumer<FrameOutput> composer;
    private boolean answer; // whether the frame answers a frame of the client

    private ControlFrame(Consumer<FrameOutput> composer) {
        this.composer = composer;
    }

    @Override
    void compose(FrameOutput output) {
        composer.accept(output);
        if (answer) {
            output.noteAnswer();
        }
    }

    /** Marks the frame as an answer to a frame of the client, so that the output counts it when it was sent. */
    public ControlFrame asAnswer() {
        answer = true;
        return this;
    }

    /**
     * Returns the first frames that the server sends: SETTINGS, and a WINDOW_UPDATE if the connection's window is
     * larger than the default.
     */
    public static ControlFrame opening(int[] settings, int windowIncrement) {
        return new ControlFrame(output -> {
            FrameWriter.settings(output.room(FrameWriter.HEAD_SIZE + 3 * settings.length), settings);
            if (windowIncrement > 0) {
                FrameWriter.windowUpdate(output.room(FrameWriter.SHORT_CONTROL_SIZE), 0, windowIncrement);
            }
        });
    }

    /**
     * Returns the acknowledgement of the client's SETTINGS frame. The output applies the settings when it composes the
     * acknowledgement. Until then the client may rely on the old settings (RFC 9113, 6.5.3).
     *
     * @param settings the settings to apply
     * @param streams the streams whose content may wait for a larger window
     */
    public static ControlFrame settingsAck(PeerSettings settings, List<ResponseSender> streams) {
        return new ControlFrame(output -> {
            output.apply(settings);
            FrameWriter.settingsAck(output.room(FrameWriter.HEAD_SIZE));
            streams.forEach(stream -> stream.offerContent(output));
        });
    }

    public static ControlFrame ping(boolean ack, long payload) {
        return new ControlFrame(output -> FrameWriter.ping(output.room(FrameWriter.LONG_CONTROL_SIZE), ack, payload));
    }

    public static ControlFrame windowUpdate(int streamId, int increment) {
        return new ControlFrame(
                output -> FrameWriter.windowUpdate(output.room(FrameWriter.SHORT_CONTROL_SIZE), streamId, increment));
    }

    public static ControlFrame reset(int streamId, ErrorCode code) {
        return new ControlFrame(
                output -> FrameWriter.rstStream(output.room(FrameWriter.SHORT_CONTROL_SIZE), streamId, code));
    }

    /** Returns a RST_STREAM that drops the output of a stream. If the stream was reset before, only drops output. */
    public static ControlFrame reset(ResponseSender stream, ErrorCode code) {
        return new ControlFrame(output -> stream.composeReset(output, code));
    }

    public static ControlFrame goAway(int lastStreamId, ErrorCode code) {
        return new ControlFrame(
                output -> FrameWriter.goAway(output.room(FrameWriter.LONG_CONTROL_SIZE), lastStreamId, code));
    }

    /** Returns the GOAWAY that is the last frame of a connection. */
    public static ControlFrame lastGoAway(int lastStreamId, ErrorCode code) {
        return new ControlFrame(output -> {
            FrameWriter.goAway(output.room(FrameWriter.LONG_CONTROL_SIZE), lastStreamId, code);
            output.seal();
        });
    }
}
