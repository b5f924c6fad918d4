package dev.ringer.internal.http2.frame;

import java.nio.ByteBuffer;

/** Ignores all calls. */
class QuietHandler implements FrameHandler {
    @Override
    public void onData(int streamId, int flowControlled, boolean endStream) {}

    @Override
    public void onDataPiece(int streamId, ByteBuffer piece) {}

    @Override
    public void onDataEnd(int streamId, boolean endStream) {}

    @Override
    public void onHeaders(int streamId, int length, boolean endStream) {}

    @Override
    public void onContinuation(int streamId, int length) {}

    @Override
    public void onBlockPiece(int streamId, ByteBuffer piece) {}

    @Override
    public void onBlockEnd(int streamId) {}

    @Override
    public void onPriority(int streamId) {}

    @Override
    public void onRstStream(int streamId, int code) {}

    @Override
    public void onSetting(int id, long value) {}

    @Override
    public void onSettingsEnd() {}

    @Override
    public void onSettingsAck() {}

    @Override
    public void onPing(boolean ack, long payload) {}

    @Override
    public void onGoAway(int lastStreamId, int code) {}

    @Override
    public void onWindowUpdate(int streamId, int increment) {}

    @Override
    public void onPriorityUpdate(int streamId, byte[] value, int length) {}

    @Override
    public void onIgnored(int type, int length) {}

    @Override
    public void onStreamFault(int streamId, Http2Fault fault) {}
}
