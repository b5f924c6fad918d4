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
 * One connection that speaks WebSocket. Only the loop thread reads it. Messages wait for their recipient in a
 * {@link DeliveryQueue}. All frames to the client go through {@link MessageOutput}.
 *
 * <pre>
 *   OPEN ──we close──► CLOSING ──client answers──► ENDING
 *     ├───client closes, or is at fault──────────► ENDING
 *     └───lost───────────────────────────────────► CLOSED
 *                     ENDING: the loop reads no more; our close frame is on its way; then {@link LingeringClose}
 * </pre>
 *
 * <p>While a recipient is slow, the connection does not read, so the client gets backpressure. An idle connection holds
 * neither a buffer nor a coder. Owned by the loop thread, except where a comment says otherwise.
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

    // owned by the loop thread
    private Phase phase = Phase.OPEN;
    private boolean closeSent;
    private boolean ended; // the call that notifies the recipient of the end is queued

    // shared
    private volatile CloseFrame answer; // to send once the recipient has had all calls; null before the end
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
     * Returns the protocol that takes over a connection after its handshake.
     *
     * @param shared the state that the server's WebSockets share
     * @param limits the limits of the handler
     * @param compressed whether both sides agreed on permessage-deflate
     * @param recipient receives the events
     * @return a protocol for one connection
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

    /** Returns the handler's limits. Only one part keeps them, since each field costs every idle connection memory. */
    WebSocketLimits limits() {
        return times.limits();
    }

    /** Whether both sides agreed on permessage-deflate. */
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
     * Sends a message. This method waits while too much data is pending.
     *
     * @param opcode {@link Opcode#TEXT} or {@link Opcode#BINARY}
     * @param message its octets, which must not change any more
     * @throws IOException if the WebSocket has been closed, or the thread is interrupted; nothing is sent then
     */
    public void send(int opcode, byte[] message) throws IOException {
        output.takeRoom(OutgoingFrame.weight(message.length));
        put(opcode, message);
    }

    /**
     * Sends a message unless this method would have to wait.
     *
     * @param opcode {@link Opcode#TEXT} or {@link Opcode#BINARY}
     * @param message its octets, which must not change any more
     * @return false if nothing is sent: too much data is pending, or the WebSocket has been closed
     */
    public boolean trySend(int opcode, byte[] message) {
        boolean taken = !closeBegun && output.tryTakeRoom(OutgoingFrame.weight(message.length));
        if (taken) {
            put(opcode, message);
        }
        return taken;
    }

    /**
     * Whether {@link #trySend} may succeed, so that the caller need not encode a message in vain.
     *
     * @param length the smallest number of octets that the message can have
     * @return false if the message would not be sent now
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
     * Sends a close frame after the pending data. This method does not wait. It has no effect if the WebSocket is
     * closing already.
     *
     * @param frame the frame to send
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
     * Returns how much data was accepted for sending and was not given to the socket yet.
     *
     * @return octets, without the content of one buffer
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

    /** Whether the loop reads the client's frames now. */
    boolean isReading() {
        return isReceiving() && !input.paused();
    }

    /** Whether the client's frames are still wanted, even if reading is paused. */
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

    /** Watches a socket that takes no more, until it is writable. */
    void onFull() {
        if (output.fullSince() != 0) {
            transport.watchRoom(true);
            times.onFull();
        }
    }

    // ---- control frames

    /** Sends a ping that asks a silent client whether it is there. */
    void ask() {
        output.add(OutgoingFrame.control(Opcode.PING, new byte[0]));
        output.send();
    }

    /** Handles a close frame of the client. */
    void onClose(byte[] payload) {
        CloseFrame frame = CloseFrame.parse(payload);
        endReading(new CloseFrame(frame.code(), ""));
        tellEnd(frame.code(), frame.reason());
        if (closeSent) {
            linger();
        }
    }

    // ---- the end

    /** Notes that the application, or the end of the server, has begun to close. */
    private void onCloseBegun() {
        if (phase == Phase.OPEN) {
            phase = Phase.CLOSING;
        }
    }

    /** Ends the WebSocket because the recipient has thrown. Any thread. */
    void onRecipientFailed(Throwable failure) {
        transport.loop().execute(() -> fail(CloseCode.INTERNAL_ERROR, "", failure));
    }

    /**
     * Ends the WebSocket because the client is at fault, or cannot be served further. The close code tells the client
     * why. The connection reads no more from it.
     */
    void fail(int code, String text, Throwable cause) {
        if (!isReceiving()) {
            return;
        }
        ServerLog.debug("A WebSocket is closed", cause);
        endReading(new CloseFrame(code, text));
        deliveries.add(Delivery.error(cause));
        tellEnd(code, text);
        if (output.fullSince() != 0) {
            transport.close(); // a client that does not read would not see the close frame
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
     * Sends the close frame of the end, if there is one. The recipient has had all earlier calls and may have answered
     * them, or its time for that is over. Any thread.
     */
    void onEndHeard() {
        CloseFrame told = answer;
        if (told != null) {
            sendClose(told);
        }
    }

    /** Notes that our close frame has left. */
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

    /** Begins the lingering close after both close frames. We end our side of the stream first (RFC 6455, 7.1.1). */
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
        output.send(); // drops what is queued
        transport.release();
        tellEnd(CloseCode.ABNORMAL, "");
    }

    // ---- memory

    /** Whether anything can be evicted. Once messages are dropped, the rest belongs to a recipient at work. */
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
            onEndHeard(); // at once, because a recipient at work would retain the memory
        } else {
            transport.close(); // drops also what was to be sent to the client before its end
        }
        return true;
    }
}
