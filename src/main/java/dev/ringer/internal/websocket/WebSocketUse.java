package dev.ringer.internal.websocket;

/**
 * Records whether this process has a WebSocket handler. If it has none, the server does not announce on HTTP/2 that it
 * supports WebSocket (RFC 8441, 3). After such an announcement, clients use HTTP/2 for WebSocket, and would never reach
 * an application's own implementation for HTTP/1.1. A search of the server's contexts is not enough: it would not find
 * a handler that the application's router calls. Thread-safe.
 */
public final class WebSocketUse {
    private static volatile boolean expected;

    private WebSocketUse() {}

    /** Records that a WebSocket handler has been created. */
    public static void expect() {
        expected = true;
    }

    /** Whether a WebSocket handler has been created in this process. */
    public static boolean expected() {
        return expected;
    }
}
