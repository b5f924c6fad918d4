package dev.ringer.internal.websocket.frame;

/** The rules that a client's frames can break, with the RFC section of each rule and the close code for the client. */
public enum FrameFault {
    RESERVED_BITS(CloseCode.PROTOCOL_ERROR, "RFC 6455, 5.2", "A reserved bit is set"),
    UNKNOWN_OPCODE(CloseCode.PROTOCOL_ERROR, "RFC 6455, 5.2", "Unknown opcode"),
    UNMASKED(CloseCode.PROTOCOL_ERROR, "RFC 6455, 5.1", "The frame is not masked"),
    LENGTH_NOT_MINIMAL(CloseCode.PROTOCOL_ERROR, "RFC 6455, 5.2", "The length is not in its shortest form"),
    LENGTH_TOO_LARGE(CloseCode.PROTOCOL_ERROR, "RFC 6455, 5.2", "The length has its top bit set"),
    CONTINUATION_OF_NOTHING(CloseCode.PROTOCOL_ERROR, "RFC 6455, 5.4", "Continuation without a message"),
    MESSAGE_IN_MESSAGE(CloseCode.PROTOCOL_ERROR, "RFC 6455, 5.4", "New message inside a fragmented message"),
    CONTROL_TOO_LONG(CloseCode.PROTOCOL_ERROR, "RFC 6455, 5.5", "Control frame longer than 125 octets"),
    CONTROL_FRAGMENTED(CloseCode.PROTOCOL_ERROR, "RFC 6455, 5.5", "Fragmented control frame"),
    BAD_CLOSE_LENGTH(CloseCode.PROTOCOL_ERROR, "RFC 6455, 5.5.1", "Close frame with a payload of one octet"),
    BAD_CLOSE_CODE(CloseCode.PROTOCOL_ERROR, "RFC 6455, 7.4", "Close code that must not be sent"),
    BAD_CLOSE_REASON(CloseCode.BAD_DATA, "RFC 6455, 5.5.1", "The close reason is not UTF-8"),
    BAD_TEXT(CloseCode.BAD_DATA, "RFC 6455, 8.1", "The text is not UTF-8"),
    BAD_COMPRESSION(CloseCode.BAD_DATA, "RFC 7692, 7.2.2", "The message cannot be decompressed"),
    MESSAGE_TOO_BIG(CloseCode.TOO_BIG, "RFC 6455, 10.4", "The message is too large");

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
