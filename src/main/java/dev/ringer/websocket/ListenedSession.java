package dev.ringer.websocket;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpPrincipal;
import dev.ringer.internal.observe.FailureLog;
import dev.ringer.internal.websocket.MessageRecipient;
import dev.ringer.internal.websocket.WebSocketConnection;
import dev.ringer.internal.websocket.frame.CloseCode;
import dev.ringer.internal.websocket.frame.CloseFrame;
import dev.ringer.internal.websocket.frame.Opcode;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Connects one WebSocket with the application's listener, and keeps data of the handshake request. Thread-safe. */
final class ListenedSession implements WebSocketSession, MessageRecipient {
    private static final int MAX_CONTROL = 125;

    /** The application's listener for all sessions of one handler, and the log for its exceptions. */
    record Target(WebSocketListener listener, FailureLog failures) {}

    private final Target target;
    private final KeptHandshake request;
    private final @Nullable HttpPrincipal principal;
    private final InetSocketAddress remoteAddress;
    private final InetSocketAddress localAddress;
    private final @Nullable String subprotocol;

    @SuppressWarnings("NullAway.Init") // set before the listener gets this session
    private volatile WebSocketConnection sender;

    private volatile @Nullable Headers headers; // null before their first use
    private volatile @Nullable Map<String, Object> attributes; // null before their first use

    ListenedSession(Target target, HttpExchange exchange, KeptHandshake request, @Nullable String subprotocol) {
        this.target = target;
        this.request = request;
        this.principal = exchange.getPrincipal();
        this.remoteAddress = exchange.getRemoteAddress();
        this.localAddress = exchange.getLocalAddress();
        this.subprotocol = subprotocol;
    }

    @Override
    public void sendText(String message) throws IOException {
        sender.send(Opcode.TEXT, message.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void sendBinary(ByteBuffer message) throws IOException {
        sender.send(Opcode.BINARY, copyOf(message));
        message.position(message.limit());
    }

    @Override
    public boolean trySendText(String message) {
        return sender.hasRoom(message.length())
                && sender.trySend(Opcode.TEXT, message.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public boolean trySendBinary(ByteBuffer message) {
        return sender.hasRoom(message.remaining()) && sender.trySend(Opcode.BINARY, copyOf(message));
    }

    @Override
    public void sendPing(ByteBuffer payload) throws IOException {
        if (!payload.hasRemaining() || payload.remaining() > MAX_CONTROL) {
            throw new IllegalArgumentException("A ping payload must have 1 to 125 bytes, not " + payload.remaining());
        }
        sender.ping(copyOf(payload));
    }

    private static byte[] copyOf(ByteBuffer buffer) {
        byte[] copy = new byte[buffer.remaining()];
        buffer.duplicate().get(copy);
        return copy;
    }

    @Override
    public void close(int code, String reason) {
        if (!CloseCode.isSendable(code)) {
            throw new IllegalArgumentException(
                    "Close code " + code + " must not be sent; use 1000 or one from 3000 to 4999");
        }
        if (reason.getBytes(StandardCharsets.UTF_8).length > CloseFrame.MAX_REASON) {
            throw new IllegalArgumentException(
                    "The close reason must not be longer than " + CloseFrame.MAX_REASON + " bytes in UTF-8");
        }
        sender.close(new CloseFrame(code, reason));
    }

    @Override
    public void abort() {
        sender.abort();
    }

    @Override
    public boolean isOpen() {
        return sender.isOpen();
    }

    @Override
    public long pendingBytes() {
        return sender.pendingBytes();
    }

    @Override
    public URI requestUri() {
        return request.uri();
    }

    @Override
    public Headers requestHeaders() {
        Headers seen = headers;
        return seen != null ? seen : newHeaders();
    }

    private synchronized Headers newHeaders() {
        if (headers == null) {
            headers = request.headers();
        }
        return headers;
    }

    @Override
    public @Nullable HttpPrincipal principal() {
        return principal;
    }

    @Override
    public InetSocketAddress remoteAddress() {
        return remoteAddress;
    }

    @Override
    public InetSocketAddress localAddress() {
        return localAddress;
    }

    @Override
    public @Nullable String subprotocol() {
        return subprotocol;
    }

    @Override
    public Map<String, Object> attributes() {
        Map<String, Object> seen = attributes;
        return seen != null ? seen : newAttributes();
    }

    private synchronized Map<String, Object> newAttributes() {
        if (attributes == null) {
            attributes = new ConcurrentHashMap<>();
        }
        return attributes;
    }

    @Override
    public int keptSize() {
        return request.size();
    }

    @Override
    public void onOpen(WebSocketConnection toClient) throws Exception {
        sender = toClient;
        target.listener.onOpen(this);
    }

    @Override
    public void onText(String text, boolean last) throws Exception {
        if (target.listener instanceof WebSocketFragmentListener streaming) {
            streaming.onTextFragment(this, text, last);
        } else {
            target.listener.onText(this, text);
        }
    }

    @Override
    public void onBinary(ByteBuffer bytes, boolean last) throws Exception {
        if (target.listener instanceof WebSocketFragmentListener streaming) {
            streaming.onBinaryFragment(this, bytes, last);
        } else {
            target.listener.onBinary(this, bytes);
        }
    }

    @Override
    public void onPong(ByteBuffer payload) throws Exception {
        target.listener.onPong(this, payload);
    }

    @Override
    public void onError(Throwable error) throws Exception {
        target.listener.onError(this, error);
    }

    @Override
    public void onClose(int code, String reason) throws Exception {
        target.listener.onClose(this, code, reason);
    }

    @Override
    public void onFailure(Throwable failure) {
        target.failures.failed(failure);
    }
}
