package dev.ringer.internal.websocket;

import dev.ringer.internal.observe.ServerLog;
import dev.ringer.internal.protocol.ConnectionEvents;
import dev.ringer.internal.protocol.LingeringClose;
import dev.ringer.internal.protocol.Protocol;
import dev.ringer.internal.protocol.QueuedOutput;
import dev.ringer.internal.protocol.Transport;
import dev.ringer.internal.threads.AtomicField;
import dev.ringer.internal.websocket.frame.CloseCode;
import dev.ringer.internal.websocket.frame.CloseFrame;
import dev.ringer.internal.websocket.frame.Opcode;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;

/**
 * One connection that uses WebSocket. Only the loop thread reads from the connection. Messages wait for their recipient
 * in a {@link DeliveryQueue}. {@link MessageOutput} sends all frames to the client.
 *
 * <pre>
 *   OPEN ──we close──► CLOSING ──our close frame is sent──► CLOSE_SENT
 *     │                   │                                     │
 *     └───────────────────┴── client closes, or an error ───────┘
 *                         ▼
 *                      ENDING ──our close frame is sent──► CLOSED, with a {@link LingeringClose}
 *
 *   Any state ──connection lost──► CLOSED
 * </pre>
 *
 * <p>In the state {@code ENDING}, the loop no longer reads. When the recipient has got all messages, the server sends
 * its close frame.
 *
 * <p>While the recipient is slow, the connection does not read, so the client gets backpressure. An idle connection
 * retains neither a buffer nor a compressor. Owned by the loop thread, unless a comment says otherwise.
 */
public final class WebSocketConnection implements ConnectionEvents, QueuedOutput.Owner {
    private enum Phase {
        OPEN,
        CLOSING,
        CLOSE_SENT,
        ENDING,
        CLOSED
    }

    private static final VarHandle CLOSE_BEGUN = AtomicField.of(MethodHandles.lookup(), "closeBegun", boolean.class);

    private final WebSocketShared shared;
    private final Transport transport;
    private final WebSocketLimits limits;
    private final boolean compressed;
    private final DeliveryQueue deliveries;
    private final MessageOutput output;
    private final MessageInput input;
    private final WebSocketTimes times;

    // owned by the loop thread
    private Phase phase = Phase.OPEN;

    // used by several threads
    private volatile CloseFrame answer; // the close frame that the server sends at the end; null before the end
    private volatile boolean closeBegun; // whether the server's close frame was queued, or can no longer be sent

    private WebSocketConnection(
            WebSocketShared shared,
            Transport transport,
            WebSocketLimits limits,
            boolean compressed,
            MessageRecipient recipient) {
        this.shared = shared;
        this.transport = transport;
        this.limits = limits;
        this.compressed = compressed;
        deliveries = new DeliveryQueue(this, recipient);
        output = new MessageOutput(this, transport);
        input = new MessageInput(this);
        times = new WebSocketTimes(this, limits);
    }

    /**
     * Returns the protocol that serves a connection after the WebSocket handshake.
     *
     * @param compressed whether both sides have agreed on permessage-deflate
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

    @Override
    public WebSocketShared shared() {
        return shared;
    }

    Transport transport() {
        return transport;
    }

    /** Returns the application's limits. */
    WebSocketLimits limits() {
        return limits;
    }

    @Override
    public long maxPendingBytes() {
        return limits.maxPendingBytes();
    }

    /** Whether both sides have agreed on permessage-deflate. */
    boolean compressed() {
        return compressed;
    }

    DeliveryQueue deliveries() {
        return deliveries;
    }

    MessageOutput output() {
        return output;
    }

    WebSocketTimes times() {
        return times;
    }

    // ---- methods for the application, on any thread

    /**
     * Sends a message. Waits if this message and the unsent data together exceed
     * {@link WebSocketLimits#maxPendingBytes}. If no data is unsent, accepts a message of any size.
     *
     * @param opcode {@link Opcode#TEXT} or {@link Opcode#BINARY}
     * @param message the octets of the message, which the caller must not change afterwards
     * @throws IOException if the WebSocket has been closed, or the thread was interrupted; in both cases nothing is
     *     sent
     */
    public void send(int opcode, byte[] message) throws IOException {
        output.takeRoom(OutgoingFrame.weight(message.length));
        put(opcode, message);
    }

    /** Sends a message like {@link #send}. If that would wait or fail, sends nothing and returns false. */
    public boolean trySend(int opcode, byte[] message) {
        boolean taken = !closeBegun && output.tryTakeRoom(OutgoingFrame.weight(message.length));
        if (taken) {
            put(opcode, message);
        }
        return taken;
    }

    /** Whether {@link #trySend} may accept {@code length} or more octets. If not, encoding a text is useless. */
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

    /** Sends a ping with a payload of at most 125 octets. Fails if the WebSocket has been closed. */
    public void ping(byte[] payload) throws IOException {
        OutgoingFrame frame = OutgoingFrame.control(Opcode.PING, payload);
        output.takeRoom(frame.weight());
        output.push(frame);
        flush();
    }

    /** Queues a close frame behind all data that waits, unless the WebSocket is closing already. Never waits. */
    public void close(CloseFrame frame) {
        if (sendClose(frame)) {
            transport.loop().execute(this::onCloseBegun);
        }
    }

    /** Closes the connection immediately, without a close frame. */
    public void abort() {
        beginClose();
        transport.close();
    }

    /** Whether the application can still send messages. */
    @Override
    public boolean isOpen() {
        return !closeBegun && !transport.closed();
    }

    /** Returns the number of octets that wait to be sent. Octets in the output buffer do not count. */
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

    // ---- events of the connection

    @Override
    public void onReadable() {
        if (!input.isReading()) {
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

    /** Whether reading is paused because the recipient is slow. Thread-safe. */
    boolean isPaused() {
        return input.isPaused();
    }

    /** Whether the connection still handles the client's frames. Remains true while reading is paused. */
    boolean isReceiving() {
        return phase != Phase.ENDING && phase != Phase.CLOSED;
    }

    /** Whether neither side has begun to close the WebSocket. */
    boolean isTalking() {
        return phase == Phase.OPEN;
    }

    /** Whether the server has sent its close frame, and the client has not answered it yet. */
    boolean awaitsClose() {
        return phase == Phase.CLOSE_SENT;
    }

    /** Called after each call of the recipient. Resumes reading if only a few calls wait. Thread-safe. */
    void onDelivered() {
        input.onDelivered();
    }

    @Override
    public void onWritable() {
        times.onRoom();
        output.onRoom();
    }

    @Override
    public void onFull() {
        if (output.fullSince() != 0) {
            transport.watchRoom(true);
            times.onFull();
        }
    }

    /** Called when the client's close frame has arrived. */
    void onClose(byte[] payload) {
        CloseFrame frame = CloseFrame.parse(payload);
        boolean answers = awaitsClose();
        endReading(new CloseFrame(frame.code(), ""));
        deliveries.add(Delivery.close(frame.code(), frame.reason()));
        if (answers) {
            linger();
        }
    }

    /** Records that the server has begun to close the WebSocket: the application wants this, or the server stops. */
    private void onCloseBegun() {
        if (phase == Phase.OPEN) {
            phase = Phase.CLOSING;
        }
    }

    /** Called when a call has thrown an exception. The WebSocket then ends. Thread-safe. */
    void onRecipientFailed(Throwable failure) {
        transport.loop().execute(() -> fail(CloseCode.INTERNAL_ERROR, "", failure));
    }

    /** Ends the WebSocket, because the client broke a rule or the server can no longer serve the client. */
    void fail(int code, String text, Throwable cause) {
        if (!isReceiving()) {
            return;
        }
        ServerLog.debug("Closed a WebSocket", cause);
        boolean closeSent = awaitsClose();
        endReading(new CloseFrame(code, text));
        deliveries.add(Delivery.error(cause));
        deliveries.add(Delivery.close(code, text));
        if (output.fullSince() != 0) {
            transport.close(); // the client does not read, so it would not get the close frame
        } else if (closeSent) {
            linger();
        }
    }

    private void endReading(CloseFrame closeFrame) {
        phase = Phase.ENDING;
        answer = closeFrame;
        transport.watchInput(false);
        input.release();
        times.onEnding();
    }

    /** Called when the recipient has got all calls except those that report the end. Thread-safe. */
    void onEndHeard() {
        CloseFrame frame = answer;
        if (frame != null) {
            sendClose(frame);
        }
    }

    @Override
    public void onLastSent() {
        if (phase == Phase.ENDING) {
            linger();
        } else if (isTalking() || phase == Phase.CLOSING) {
            phase = Phase.CLOSE_SENT;
            times.onCloseSent();
        }
    }

    /** Begins the lingering close. The server is the first to end its side of the connection (RFC 6455, 7.1.1). */
    private void linger() {
        if (!transport.closed()) {
            phase = Phase.CLOSED;
            times.end();
            LingeringClose close = new LingeringClose(transport, shared.scratch, shared.counts);
            close.begin(limits().closeNanos());
        }
    }

    @Override
    public boolean closeIfIdle() {
        close(new CloseFrame(CloseCode.GOING_AWAY, ""));
        return false;
    }

    @Override
    public void onClosed() {
        boolean unexpected = isReceiving();
        phase = Phase.CLOSED;
        beginClose();
        times.end();
        input.release();
        output.send(); // the transport is closed, so this call only drops the queued frames
        transport.release();
        if (unexpected) {
            deliveries.add(Delivery.close(CloseCode.ABNORMAL, ""));
        }
    }

    /**
     * Whether an eviction can free memory of this connection. If the connection already drops messages, only the
     * recipient's current call retains memory, and an eviction cannot end this call.
     */
    @Override
    public boolean evictable() {
        return !deliveries.discarding();
    }

    @Override
    public boolean evict() {
        if (deliveries.discarding()) {
            return false;
        }
        deliveries.discard();
        if (isReceiving()) {
            fail(CloseCode.TRY_AGAIN_LATER, "", new MemoryShort());
            // Send the close frame now, even if the application's listener is still busy. A slow listener would delay
            // the close, and the connection would keep its memory.
            onEndHeard();
        } else {
            transport.close(); // this call also drops the data that waits to be sent
        }
        return true;
    }
}
