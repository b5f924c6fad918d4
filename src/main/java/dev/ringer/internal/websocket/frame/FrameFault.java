package dev.ringer.internal.websocket.frame;

/** The rules that a client's frames can break, with the RFC section of each rule and the close code for the client. */
public enum FrameFault {
    RESERVED_BITS(
            CloseCode.PROTOCOL_ERROR,
            "RFC 6455, 5.2",
            "Reserved bits must be 0 unless a negotiated extension uses them"),
    UNKNOWN_OPCODE(CloseCode.PROTOCOL_ERROR, "RFC 6455, 5.2", "Unknown opcode"),
    UNMASKED(CloseCode.PROTOCOL_ERROR, "RFC 6455, 5.1", "Client frames must be masked"),
    LENGTH_NOT_MINIMAL(
            CloseCode.PROTOCOL_ERROR, "RFC 6455, 5.2", "The payload length must be encoded in its shortest form"),
    LENGTH_TOO_LARGE(CloseCode.PROTOCOL_ERROR, "RFC 6455, 5.2", "The top bit of a payload length must be 0"),
    CONTINUATION_OF_NOTHING(
            CloseCode.PROTOCOL_ERROR, "RFC 6455, 5.4", "Continuation frame without a message to continue"),
    MESSAGE_IN_MESSAGE(
            CloseCode.PROTOCOL_ERROR, "RFC 6455, 5.4", "New message started before the fragmented message ended"),
    CONTROL_TOO_LONG(CloseCode.PROTOCOL_ERROR, "RFC 6455, 5.5", "Control frames must not be longer than 125 octets"),
    CONTROL_FRAGMENTED(CloseCode.PROTOCOL_ERROR, "RFC 6455, 5.5", "Control frames must not be fragmented"),
    BAD_CLOSE_LENGTH(
            CloseCode.PROTOCOL_ERROR,
            "RFC 6455, 5.5.1",
            "A close frame must be empty or begin with a close code of two octets"),
    BAD_CLOSE_CODE(CloseCode.PROTOCOL_ERROR, "RFC 6455, 7.4", "Invalid close code"),
    BAD_CLOSE_REASON(CloseCode.BAD_DATA, "RFC 6455, 5.5.1", "The close reason is not valid UTF-8"),
    BAD_TEXT(CloseCode.BAD_DATA, "RFC 6455, 8.1", "The text is not valid UTF-8"),
    BAD_COMPRESSION(CloseCode.BAD_DATA, "RFC 7692, 7.2.2", "The message could not be decompressed"),
    MESSAGE_TOO_BIG(CloseCode.TOO_BIG, "RFC 6455, 10.4", "The message is too large; split it into smaller ones");

    private final int code;
    private final String rule;
    private final String text;

    FrameFault(int code, String rule, String text) {
        this.code = code;
        this.rule = rule;
        this.text = text;
    }

    public int code() {
        return code;
    }

    /** Returns the section that contains the broken rule, such as {@code RFC 6455, 5.2}. */
    public String rule() {
        return rule;
    }

    /** Returns an English sentence for the close frame. It has no full stop, and contains no text of the client. */
    public String text() {
        return text;
    }
}
