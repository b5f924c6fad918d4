package dev.ringer.internal.websocket;

/**
 * Whether this process has handlers of WebSockets. Over HTTP/2 clients are told before they ask (RFC 8441, 3), and from then on
 * open no HTTP/1.1 connection for a WebSocket. So they are told only where the answer can be yes: an application that upgrades
 * HTTP/1.1 connections by itself keeps its clients. It is the process that counts, not the contexts of a server, since a router
 * may stand before the handler. Thread-safe.
 */
public final class WebSocketUse {
    private static volatile boolean expected;

    private WebSocketUse() {}

    /** A handler of WebSockets has been made. */
    public static void expect() {
        expected = true;
    }

    /**
     * Whether there are WebSockets.
     *
     * @return true once a handler of them has been made
     */
    public static boolean expected() {
        return expected;
    }
}
