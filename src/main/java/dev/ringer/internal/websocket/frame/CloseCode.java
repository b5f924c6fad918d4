package dev.ringer.internal.websocket.frame;

/** The codes that say why a WebSocket ends (RFC 6455, 7.4). */
public final class CloseCode {
    /** The connection has served its purpose. */
    public static final int NORMAL = 1000;

    /** The server stops, or the browser leaves the page. */
    public static final int GOING_AWAY = 1001;

    /** The peer broke the rules of the protocol. */
    public static final int PROTOCOL_ERROR = 1002;

    /** The peer's close frame had no code. No frame contains this code. */
    public static final int NO_STATUS = 1005;

    /** The connection was lost without a close frame. No frame contains this code. */
    public static final int ABNORMAL = 1006;

    /** The data does not match its declared type, for example a text message that is not UTF-8. */
    public static final int BAD_DATA = 1007;

    /** A message is larger than the receiver accepts. */
    public static final int TOO_BIG = 1009;

    /** The server met a condition that it did not expect. */
    public static final int INTERNAL_ERROR = 1011;

    /** The server is short of a resource for now. The registry of RFC 6455, 11.7, has this code since 2012. */
    public static final int TRY_AGAIN_LATER = 1013;

    private static final int FIRST_RESERVED = 1004;
    private static final int LAST_RESERVED = 1006;
    private static final int LAST_OF_PROTOCOL = 1011;
    private static final int FIRST_OF_LIBRARIES = 3000;
    private static final int LAST_OF_APPLICATIONS = 4999;

    private CloseCode() {}

    /** Whether a close frame may contain a code: 1000 to 1011 without 1004 to 1006, or 3000 to 4999. */
    public static boolean isSendable(int code) {
        boolean ofProtocol =
                code >= NORMAL && code <= LAST_OF_PROTOCOL && (code < FIRST_RESERVED || code > LAST_RESERVED);
        return ofProtocol || code >= FIRST_OF_LIBRARIES && code <= LAST_OF_APPLICATIONS;
    }
}
