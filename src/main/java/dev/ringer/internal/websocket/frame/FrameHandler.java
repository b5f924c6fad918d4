package dev.ringer.internal.websocket.frame;

/** Receives what a {@link FrameReader} reads from a client. If a method throws an exception, the reader stops. */
public interface FrameHandler {
    /**
     * Receives the beginning of a frame that belongs to a message.
     *
     * @param opcode {@link Opcode#TEXT} or {@link Opcode#BINARY} for the first frame of a message,
     *     {@link Opcode#CONTINUATION} for further frames
     * @param compressed whether the message is compressed; the same for all frames of a message
     * @param length the length that the frame declares, in octets; fewer octets may arrive
     */
    void onFrame(int opcode, boolean compressed, long length);

    /**
     * Receives octets of the current message, which are no longer masked. The reader calls this method at least once
     * for each message.
     *
     * @param bytes the array with the octets; the reader may overwrite it after this call
     * @param from index of the first octet
     * @param to index after the last octet; the same as {@code from} if only the end of the message has arrived
     * @param endOfMessage whether the message ends with these octets
     */
    void onPayload(byte[] bytes, int from, int to, boolean endOfMessage);

    /** Receives a close frame, a ping or a pong, with at most 125 octets. The handler may keep the array. */
    void onControl(int opcode, byte[] payload);
}
