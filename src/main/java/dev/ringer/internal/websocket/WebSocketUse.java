package dev.ringer.internal.websocket;

/**
 * Records whether this process has WebSocket handlers. A server that speaks HTTP/2 announces WebSocket before clients
 * ask for it (RFC 8441, 3). After that announcement, clients open no HTTP/1.1 connection for a WebSocket. An
 * application that upgrades HTTP/1.1 connections by itself would then get no WebSockets. So the server announces
 * WebSocket only if the process has a handler for it. The server cannot look for handlers in its contexts, because a
 * router of the application may call the handler. Thread-safe.
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
