package dev.ringer.internal.websocket.frame;

/** The close codes of WebSocket, which say why a WebSocket ends (RFC 6455, 7.4). */
public final class CloseCode {
    /** The server is stopping, or the user has left the page in the browser. */
    public static final int GOING_AWAY = 1001;

    /** The peer broke a rule of WebSocket. */
    public static final int PROTOCOL_ERROR = 1002;

    /** Stands for a close frame without a code. No close frame may contain this code. */
    public static final int NO_STATUS = 1005;

    /** Stands for a connection that was lost without a close frame. No close frame may contain this code. */
    public static final int ABNORMAL = 1006;

    /** The data does not match its declared type, for example a text message that is not UTF-8. */
    public static final int BAD_DATA = 1007;

    /** A message is larger than the receiver accepts. */
    public static final int TOO_BIG = 1009;

    /** The server has met an unexpected condition. */
    public static final int INTERNAL_ERROR = 1011;

    /** The server lacks a resource for a short time. The registry of RFC 6455, 11.7, has had this code since 2012. */
    public static final int TRY_AGAIN_LATER = 1013;

    private CloseCode() {}

    /** Whether a close frame may contain this code. Allowed are 1000 to 1003, 1007 to 1011, and 3000 to 4999. */
    public static boolean isSendable(int code) {
        return code >= 1000 && code <= 1003 || code >= 1007 && code <= 1011 || code >= 3000 && code <= 4999;
    }
}
