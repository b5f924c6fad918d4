package dev.ringer.internal.websocket;

import java.nio.ByteBuffer;

/** A call of a method of {@link MessageRecipient} that waits in a {@link DeliveryQueue}. */
final class Delivery {
    private enum Kind {
        OPEN,
        TEXT,
        BINARY,
        PONG,
        ERROR,
        CLOSE
    }

    /** The memory of a waiting call without its content, in bytes: this object, and a string or a buffer. */
    private static final int OVERHEAD = 96;

    private final Kind kind;
    private final int code; // close code of CLOSE; for TEXT and BINARY, 1 at the end of the message; otherwise 0
    private final long weight;
    private final Object content;
    boolean counted; // whether the memory account counts this call; set before the call is queued
    // the call that was added before this one; once the task has taken the calls from the queue, the one added after it
    Delivery next;

    private Delivery(Kind kind, Object content, int code, long size) {
        this.kind = kind;
        this.content = content;
        this.code = code;
        this.weight = OVERHEAD + size;
    }

    static Delivery open(WebSocketConnection sender) {
        return new Delivery(Kind.OPEN, sender, 0, 0);
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

    /** Returns approximately the memory, in bytes, that this call retains while it waits. */
    long weight() {
        return weight;
    }

    /** Whether this call reports the end of the WebSocket. If the call throws an exception, the server only logs it. */
    boolean isOfTheEnd() {
        return kind == Kind.CLOSE || kind == Kind.ERROR;
    }

    /** Whether the server makes this call even when it drops messages: the call reports the beginning or the end. */
    boolean isKept() {
        return kind == Kind.OPEN || isOfTheEnd();
    }

    /** Whether this is the last call that the recipient gets. */
    boolean isLast() {
        return kind == Kind.CLOSE;
    }

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
