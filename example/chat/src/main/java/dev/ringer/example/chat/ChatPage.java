package dev.ringer.example.chat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.ringer.websocket.WebSocketHandler;
import dev.ringer.websocket.WebSocketListener;
import dev.ringer.websocket.WebSocketSession;
import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A page on which all who have it open talk to each other, and the WebSocket behind it at the same address: what asks for one
 * gets one, everything else gets the page. The page connects again when the connection is lost.
 */
public final class ChatPage implements HttpHandler, WebSocketListener {
    private static final int MAX_MESSAGE = 4096;

    private final Set<WebSocketSession> present = ConcurrentHashMap.newKeySet();
    private final HttpHandler socket =
            WebSocketHandler.builder(this).maxMessageBytes(MAX_MESSAGE).build();

    /** Makes the handler: the example application finds it as a service. */
    public ChatPage() {}

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        if (exchange.getRequestHeaders().containsKey("Upgrade")) {
            socket.handle(exchange);
            return;
        }
        try (exchange) {
            byte[] page = page();
            exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
            if (exchange.getRequestMethod().equals("HEAD")) {
                exchange.sendResponseHeaders(200, -1);
            } else {
                exchange.sendResponseHeaders(200, page.length);
                exchange.getResponseBody().write(page);
            }
        }
    }

    private static byte[] page() throws IOException {
        try (InputStream page = ChatPage.class.getResourceAsStream("chat.html")) {
            return page.readAllBytes();
        }
    }

    // ---- those who talk

    @Override
    public void onOpen(WebSocketSession session) {
        present.add(session);
        tell("somebody has come: " + present.size() + " here");
    }

    @Override
    public void onText(WebSocketSession session, String message) {
        tell(message);
    }

    @Override
    public void onClose(WebSocketSession session, int code, String reason) {
        present.remove(session);
        tell("somebody has left: " + present.size() + " here");
    }

    /** A client that is too slow misses a message, and delays nobody. */
    private void tell(String message) {
        present.forEach(session -> session.trySendText(message));
    }

    /** Ends all connections, as a network does that fails: the pages connect again. */
    public void loseAll() {
        present.forEach(WebSocketSession::abort);
    }
}
