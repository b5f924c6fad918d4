package dev.ringer.websocket;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Sends each message back. */
class EchoListener implements WebSocketListener {
    @Override
    public void onText(WebSocketSession session, String message) throws IOException {
        session.sendText(message);
    }

    @Override
    public void onBinary(WebSocketSession session, ByteBuffer message) throws IOException {
        session.sendBinary(message);
    }
}
