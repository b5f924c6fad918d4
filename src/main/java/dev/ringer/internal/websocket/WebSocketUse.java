package dev.ringer.internal.websocket;

/**
 * Records whether this process has a WebSocket handler. Over HTTP/2, a server must announce that it supports WebSocket
 * before clients ask for it (RFC 8441, 3). Clients that see the announcement no longer open HTTP/1.1 connections for
 * WebSocket. An application that handles such HTTP/1.1 upgrades by itself would then get no WebSockets. So the server
 * announces WebSocket only if the process has a handler for it. The server cannot search its contexts for such a
 * handler, because a router of the application may call the handler. Thread-safe.
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
