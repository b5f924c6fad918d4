package dev.ringer.internal.websocket;

/**
 * Records whether this process has WebSocket handlers. Over HTTP/2 a server announces WebSocket before clients ask
 * (RFC 8441, 3). From then on the clients open no HTTP/1.1 connection for a WebSocket. So the server announces it only
 * if a handler may accept it. An application that upgrades HTTP/1.1 connections by itself thus keeps its clients. The
 * process counts, not the contexts of a server, since a router may stand before the handler. Thread-safe.
 */
public final class WebSocketUse {
    private static volatile boolean expected;

    private WebSocketUse() {}

    /** Records that a WebSocket handler has been created. */
    public static void expect() {
        expected = true;
    }

    /**
     * Whether this process has WebSocket handlers.
     *
     * @return true once a WebSocket handler has been created
     */
    public static boolean expected() {
        return expected;
    }
}
