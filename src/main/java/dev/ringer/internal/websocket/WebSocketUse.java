package dev.ringer.internal.websocket;

/**
 * Records whether this process has WebSocket handlers. A server that speaks HTTP/2 announces WebSocket before clients
 * ask for it (RFC 8441, 3). Then clients open no HTTP/1.1 connection for a WebSocket. An application that upgrades
 * HTTP/1.1 connections by itself would lose these clients. So the server announces WebSocket only if the process has a
 * handler for it. The contexts of the server do not matter, since a router may stand before the handler. Thread-safe.
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
