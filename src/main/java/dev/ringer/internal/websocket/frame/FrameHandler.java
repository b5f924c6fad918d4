package dev.ringer.internal.websocket.frame;

/** What a {@link FrameReader} tells of a client's frames, in their order. What it throws ends the reading. */
public interface FrameHandler {
    /**
     * A frame of a message begins.
     *
     * @param opcode {@link Opcode#TEXT}, {@link Opcode#BINARY}, or {@link Opcode#CONTINUATION} for more of the same message
     * @param compressed whether the message is compressed; the same for all of its frames
     * @param length how many octets the frame says that it will have, of which none need ever come
     */
    void onFrame(int opcode, boolean compressed, long length);

    /**
     * Octets of the message, unmasked. Called at least once for each message.
     *
     * @param bytes holds them; they may be overwritten when this returns
     * @param from where they begin
     * @param to where they end, exclusive; the same as {@code from} if only the end has come
     * @param endOfMessage whether the message ends with them
     */
    void onPayload(byte[] bytes, int from, int to, boolean endOfMessage);

    /**
     * A control frame.
     *
     * @param opcode {@link Opcode#CLOSE}, {@link Opcode#PING} or {@link Opcode#PONG}
     * @param payload its octets, at most 125; the handler's to keep
     */
    void onControl(int opcode, byte[] payload);
}
