package dev.ringer.internal.websocket.frame;

/** Receives a client's frames from a {@link FrameReader}, in their order. If a method throws, the reader stops. */
public interface FrameHandler {
    /**
     * Receives the beginning of a frame of a message.
     *
     * @param opcode {@link Opcode#TEXT}, {@link Opcode#BINARY}, or {@link Opcode#CONTINUATION} for a further frame of
     *     the message
     * @param compressed whether the message is compressed; equal for all frames of a message
     * @param length the number of octets that the frame declares; fewer may arrive
     */
    void onFrame(int opcode, boolean compressed, long length);

    /**
     * Receives unmasked octets of the message. The reader calls this at least once for each message.
     *
     * @param bytes holds the octets; the reader may overwrite them when this method returns
     * @param from where the octets begin
     * @param to where the octets end, exclusive; the same as {@code from} if only the end has arrived
     * @param endOfMessage whether the message ends with these octets
     */
    void onPayload(byte[] bytes, int from, int to, boolean endOfMessage);

    /**
     * Receives a control frame.
     *
     * @param opcode {@link Opcode#CLOSE}, {@link Opcode#PING} or {@link Opcode#PONG}
     * @param payload its octets, at most 125; the handler may keep the array
     */
    void onControl(int opcode, byte[] payload);
}
