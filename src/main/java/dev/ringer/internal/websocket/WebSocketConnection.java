package dev.ringer.internal.websocket;

import dev.ringer.internal.observe.ServerLog;
import dev.ringer.internal.protocol.ConnectionEvents;
import dev.ringer.internal.protocol.LingeringClose;
import dev.ringer.internal.protocol.Protocol;
import dev.ringer.internal.protocol.Transport;
import dev.ringer.internal.websocket.frame.CloseCode;
import dev.ringer.internal.websocket.frame.CloseFrame;
import dev.ringer.internal.websocket.frame.Opcode;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;

/**
 * One connection that speaks WebSocket. The loop alone reads it; messages wait for their recipient in a {@link DeliveryQueue},
 * what is sent goes through {@link MessageOutput}.
 *
 * <pre>
 *   OPEN ──we close──► CLOSING ──client answers──► ENDING
 *     ├───client closes, or is at fault──────────► ENDING
 *     └───lost───────────────────────────────────► CLOSED
 *                     ENDING: nothing is read any more; our close frame is on its way; then {@link LingeringClose}
 * </pre>
 *
 * <p>While a recipient is slow nothing is read: the client is pushed back. An idle one holds neither a buffer nor a coder.
 * Owned by the loop, but for what says so.
 */
public final class WebSocketConnection implements ConnectionEvents {
    private enum Phase {
        OPEN,
        CLOSING,
        ENDING,
        CLOSED
    }

    private static final VarHandle CLOSE_BEGUN;

    static {
        try {
            CLOSE_BEGUN = MethodHandles.lookup().findVarHandle(WebSocketConnection.class, "closeBegun", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    // fixed
    private final WebSocketShared shared;
    private final Transport transport;
    private final boolean compressed;
    private final DeliveryQueue deliveries;
    private final MessageOutput output;
    private final MessageInput input;
    private final WebSocketTimes times;

    // the loop's
    private Phase phase = Phase.OPEN;
    private boolean closeSent;
    private boolean ended; // and the recipient has been told, or will be

    // shared
    private volatile CloseFrame answer; // what the client is told when its recipient has heard all; null before the end
    private volatile boolean closeBegun; // our close frame is queued, or never will be

    private WebSocketConnection(
            WebSocketShared shared,
            Transport transport,
            WebSocketLimits limits,
            boolean compressed,
            MessageRecipient recipient) {
        this.shared = shared;
        this.transport = transport;
        this.compressed = compressed;
        deliveries = new DeliveryQueue(this, recipient);
        output = new MessageOutput(this);
        input = new MessageInput(this);
        times = new WebSocketTimes(this, limits);
    }

    /**
     * What takes up a connection after its handshake.
     *
     * @param shared the server's
     * @param limits the handler's
     * @param compressed whether permessage-deflate was agreed on
     * @param recipient hears of what comes
     * @return for one connection
     */
    public static Protocol protocol(
            WebSocketShared shared, WebSocketLimits limits, boolean compressed, MessageRecipient recipient) {
        return (transport, received) ->
                new WebSocketConnection(shared, transport, limits, compressed, recipient).open(received);
    }

    private void open(ByteBuffer received) {
        transport.serveBy(this);
        times.begin();
        deliveries.open();
        input.accept(received);
    }

    // ---- parts

    WebSocketShared shared() {
        return shared;
    }

    Transport transport() {
        return transport;
    }

    /** The handler's. One part keeps them, since each field costs every idle connection. */
    WebSocketLimits limits() {
        return times.limits();
    }

    /** Whether permessage-deflate was agreed on. */
    boolean compressed() {
        return compressed;
    }

    DeliveryQueue deliveries() {
        return deliveries;
    }

    MessageInput input() {
        return input;
    }

    MessageOutput output() {
        return output;
    }

    WebSocketTimes times() {
        return times;
    }

    // ---- for the application: any thread

    /**
     * Sends a message. It waits while too much is pending.
     *
     * @param opcode {@link Opcode#TEXT} or {@link Opcode#BINARY}
     * @param message its octets, not to be changed any more
     * @throws IOException if the WebSocket has been closed, or the thread is interrupted; nothing is sent then
     */
    public void send(int opcode, byte[] message) throws IOException {
        output.takeRoom(OutgoingFrame.weight(message.length));
        put(opcode, message);
    }

    /**
     * Sends a message unless it would have to wait.
     *
     * @param opcode {@link Opcode#TEXT} or {@link Opcode#BINARY}
     * @param message its octets, not to be changed any more
     * @return false if nothing is sent: too much is pending, or the WebSocket has been closed
     */
    public boolean trySend(int opcode, byte[] message) {
        boolean taken = !closeBegun && output.tryTakeRoom(OutgoingFrame.weight(message.length));
        if (taken) {
            put(opcode, message);
        }
        return taken;
    }

    /**
     * Whether {@link #trySend} has a prospect, so that a message need not be encoded in vain.
     *
     * @param length how many octets the message has, at least
     * @return false if it would not be sent now
     */
    public boolean hasRoom(int length) {
        return !closeBegun && output.hasRoom(OutgoingFrame.weight(length));
    }

    private void put(int opcode, byte[] message) {
        output.put(opcode, message, compressed ? shared.deflaters : null);
        flush();
    }

    private void flush() {
        if (!deliveries.corks()) {
            output.send();
        }
    }

    /**
     * Sends a ping.
     *
     * @param payload at most 125 octets
     * @throws IOException if the WebSocket has been closed
     */
    public void ping(byte[] payload) throws IOException {
        OutgoingFrame frame = OutgoingFrame.control(Opcode.PING, payload);
        output.takeRoom(frame.weight());
        output.push(frame);
        flush();
    }

    /**
     * Sends a close frame behind what is pending, and waits for nothing. Without effect if the WebSocket is being closed.
     *
     * @param frame what to say
     */
    public void close(CloseFrame frame) {
        if (sendClose(frame)) {
            transport.loop().execute(this::onCloseBegun);
        }
    }

    /** Ends the connection at once, without a close frame. */
    public void abort() {
        beginClose();
        transport.close();
    }

    /**
     * Whether messages can be sent.
     *
     * @return false once either side has begun to close, or the connection was lost
     */
    public boolean isOpen() {
        return !closeBegun && !transport.closed();
    }

    /**
     * How much has been taken to be sent, and has not been given to the socket.
     *
     * @return octets, but for those of one buffer
     */
    public long pendingBytes() {
        return output.pending();
    }

    private boolean beginClose() {
        boolean first = CLOSE_BEGUN.compareAndSet(this, false, true);
        if (first) {
            output.wakeAll();
        }
        return first;
    }

    private boolean sendClose(CloseFrame frame) {
        boolean first = beginClose();
        if (first) {
            output.add(OutgoingFrame.control(Opcode.CLOSE, frame.payload()));
            output.send();
        }
        return first;
    }

    // ---- events

    @Override
    public void onReadable() {
        if (!isReading()) {
            transport.watchInput(false);
            return;
        }
        try {
            if (input.readTurn() < 0) {
                abort();
            }
        } catch (IOException e) {
            abort();
        }
        if (phase != Phase.CLOSED) {
            deliveries.watch();
            output.send();
        }
    }

    /** Whether the client's frames are of interest now. */
    boolean isReading() {
        return isReceiving() && !input.paused();
    }

    /** Whether the client's frames are of interest. */
    boolean isReceiving() {
        return phase == Phase.OPEN || phase == Phase.CLOSING;
    }

    /** Whether neither side has begun to close, as far as the loop knows. */
    boolean isTalking() {
        return phase == Phase.OPEN;
    }

    /** Whether our close frame has left. */
    boolean closeSent() {
        return closeSent;
    }

    @Override
    public void onWritable() {
        times.onRoom();
        output.onRoom();
    }

    /** The socket takes no more. */
    void onFull() {
        if (output.fullSince() != 0) {
            transport.watchRoom(true);
            times.onFull();
        }
    }

    // ---- control frames

    /** Asks a silent client whether it is there. */
    void ask() {
        output.add(OutgoingFrame.control(Opcode.PING, new byte[0]));
        output.send();
    }

    /** The client has sent a close frame. */
    void onClose(byte[] payload) {
        CloseFrame frame = CloseFrame.parse(payload);
        endReading(new CloseFrame(frame.code(), ""));
        tellEnd(frame.code(), frame.reason());
        if (closeSent) {
            linger();
        }
    }

    // ---- the end

    /** The application, or the end of the server, has begun to close. */
    private void onCloseBegun() {
        if (phase == Phase.OPEN) {
            phase = Phase.CLOSING;
        }
    }

    /** The recipient has thrown. Any thread. */
    void onRecipientFailed(Throwable failure) {
        transport.loop().execute(() -> fail(CloseCode.INTERNAL_ERROR, "", failure));
    }

    /** The client is at fault, or cannot be served further: it is told so, and nothing of it is read any more. */
    void fail(int code, String text, Throwable cause) {
        if (!isReceiving()) {
            return;
        }
        ServerLog.debug("A WebSocket is closed", cause);
        endReading(new CloseFrame(code, text));
        deliveries.add(Delivery.error(cause));
        tellEnd(code, text);
        if (output.fullSince() != 0) {
            transport.close(); // a client that does not read would not see it
        } else if (closeSent) {
            linger();
        }
    }

    private void endReading(CloseFrame told) {
        phase = Phase.ENDING;
        answer = told;
        transport.watchInput(false);
        input.release();
        times.onEnding();
    }

    /**
     * The recipient has heard what came before the end, and may have answered it; or has had the time to: the client is told.
     * Any thread.
     */
    void onEndHeard() {
        CloseFrame told = answer;
        if (told != null) {
            sendClose(told);
        }
    }

    /** Our close frame has left. */
    void onCloseSent() {
        if (closeSent || phase == Phase.CLOSED) {
            return;
        }
        closeSent = true;
        if (phase == Phase.ENDING) {
            linger();
        } else {
            times.onCloseSent();
        }
    }

    /** Both close frames have passed: our end of the stream is sent first (RFC 6455, 7.1.1). */
    private void linger() {
        if (!transport.closed()) {
            phase = Phase.CLOSED;
            times.end();
            LingeringClose close = new LingeringClose(transport, shared.scratch, shared.counts);
            close.begin(limits().closeNanos());
        }
    }

    private void tellEnd(int code, String reason) {
        if (!ended) {
            ended = true;
            deliveries.add(Delivery.close(code, reason));
        }
    }

    @Override
    public boolean closeIfIdle() {
        close(new CloseFrame(CloseCode.GOING_AWAY, ""));
        return false;
    }

    @Override
    public void onClosed() {
        phase = Phase.CLOSED;
        beginClose();
        times.end();
        input.release();
        output.send(); // which drops what is there
        transport.release();
        tellEnd(CloseCode.ABNORMAL, "");
    }

    // ---- memory

    /** What is left to a recipient at work cannot be had. */
    @Override
    public boolean spareable() {
        return !deliveries.discarding();
    }

    @Override
    public boolean letGo() {
        if (deliveries.discarding()) {
            return false;
        }
        deliveries.discard();
        if (isReceiving()) {
            fail(CloseCode.TRY_AGAIN_LATER, "", new MemoryShort());
            onEndHeard(); // at once: a recipient at work would hold the memory
        } else {
            transport.close(); // with what the client was to be sent before its end
        }
        return true;
    }
}
