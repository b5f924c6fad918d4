package dev.ringer.internal.websocket;

import java.nio.ByteBuffer;

/** One call of a {@link MessageRecipient} that is to be made. */
final class Delivery {
    private enum Kind {
        OPEN,
        TEXT,
        BINARY,
        PONG,
        ERROR,
        CLOSE
    }

    /** What a call costs besides its content: this object, a string or a buffer. */
    private static final int OVERHEAD = 96;

    private final Kind kind;
    private final int code; // of a close; else 1 for the last piece of a message
    private final long weight;
    private final Object content;
    boolean counted; // on the account; not changed any more once it is in the queue
    Delivery next; // in the queue the one before; of those that were taken from it the one behind

    private Delivery(Kind kind, Object content, int code, long size) {
        this.kind = kind;
        this.content = content;
        this.code = code;
        this.weight = OVERHEAD + size;
    }

    static Delivery open(WebSocketConnection connection) {
        return new Delivery(Kind.OPEN, connection, 0, 0);
    }

    static Delivery text(String text, boolean last) {
        return new Delivery(Kind.TEXT, text, last ? 1 : 0, 2L * text.length());
    }

    static Delivery binary(byte[] bytes, boolean last) {
        return new Delivery(Kind.BINARY, bytes, last ? 1 : 0, bytes.length);
    }

    static Delivery pong(byte[] payload) {
        return new Delivery(Kind.PONG, payload, 0, payload.length);
    }

    static Delivery error(Throwable error) {
        return new Delivery(Kind.ERROR, error, 0, 0);
    }

    static Delivery close(int code, String reason) {
        return new Delivery(Kind.CLOSE, reason, code, 0);
    }

    /** About how much memory waits with it. */
    long weight() {
        return weight;
    }

    /** Whether it says that it is over, and its failure changes nothing. */
    boolean isOfTheEnd() {
        return kind == Kind.CLOSE || kind == Kind.ERROR;
    }

    /** Whether the recipient hears it at any rate: nobody can make anything of an end without a beginning. */
    boolean isKept() {
        return kind == Kind.OPEN || isOfTheEnd();
    }

    /** Whether no other follows. */
    boolean isLast() {
        return kind == Kind.CLOSE;
    }

    /** Makes the call. */
    void deliver(MessageRecipient recipient) throws Exception {
        switch (kind) {
            case OPEN -> recipient.onOpen((WebSocketConnection) content);
            case TEXT -> recipient.onText((String) content, code == 1);
            case BINARY -> recipient.onBinary(ByteBuffer.wrap((byte[]) content), code == 1);
            case PONG -> recipient.onPong(ByteBuffer.wrap((byte[]) content));
            case ERROR -> recipient.onError((Throwable) content);
            case CLOSE -> recipient.onClose(code, (String) content);
        }
    }
}
