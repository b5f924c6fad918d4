package dev.ringer.internal.transport.tls;

import dev.ringer.internal.observe.ServerLog;
import dev.ringer.internal.protocol.Transport;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLException;

/**
 * The first stage of a TLS connection.
 *
 * <p>Nothing is made before the client's first byte. The first step, which asks the application's configurator, and every
 * step with delegated tasks (keys, certificates) runs on the application's executor, or on the loop when there is none and
 * it is free; the connection is lent for that time. All else the loop does. A client that stalls costs a timer, no thread;
 * the time that a step waits for the executor is not counted against it.
 *
 * <p>Everything belongs to the owner of the connection.
 */
final class Handshake implements Transport.Events {
    /** What must happen before the handshake can go on. */
    private enum Next {
        INPUT,
        ROOM,
        TASKS,
        TRAFFIC,
        FAREWELL,
        CLOSE
    }

    /** The most reads for one connection before the loop looks after the others. */
    private static final int READS_PER_TURN = 8;

    private static final ByteBuffer NO_DATA = ByteBuffer.allocate(0);

    // fixed
    private final TlsProtocol protocol;
    private final Transport transport;
    private final TlsStages stages;
    private final CiphertextInput input;

    // the loop's
    private long deadline; // Long.MAX_VALUE for none
    private long timeLeft; // while a step is elsewhere

    // the owner's
    private SSLEngine engine; // null before the first step
    private RecordWriter writer;
    private Next next = Next.TASKS;

    Handshake(TlsProtocol protocol, Transport transport, TlsStages stages) {
        this.protocol = protocol;
        this.transport = transport;
        this.stages = stages;
        this.input = new CiphertextInput(transport, protocol.buffers());
        limit(protocol.settings().handshakeNanos);
    }

    // ---- events

    @Override
    public void onReadable() {
        turn();
    }

    @Override
    public void onWritable() {
        turn();
    }

    @Override
    public void onReturned() {
        limit(timeLeft);
        follow();
    }

    @Override
    public void onDeadline(boolean lent) {
        transport.close();
    }

    @Override
    public boolean closeIfIdle() {
        transport.close();
        return true;
    }

    @Override
    public void onClosed(boolean lent) {
        if (!lent) { // else a step is at work with the buffers, and the garbage collector gets them
            input.release();
            if (writer != null) {
                writer.release();
            }
        }
    }

    // ---- on the loop

    private void turn() {
        if (engine != null) {
            step(false);
        } else if (!hasSpoken()) {
            return;
        }
        follow();
    }

    /** Looks whether anything has come from the client at last; closes the connection if its end has. */
    private boolean hasSpoken() {
        try {
            int count = input.fill();
            if (count < 0) {
                transport.close();
            }
            return count > 0;
        } catch (IOException e) {
            ServerLog.trace("A connection was lost before its TLS handshake", e);
            transport.close();
            return false;
        } finally {
            input.settle();
        }
    }

    private void follow() {
        switch (next) {
            case INPUT -> transport.watch(true, false);
            case ROOM -> transport.watch(false, true);
            case TASKS -> lend();
            case TRAFFIC -> carryTraffic();
            case FAREWELL -> takeLeave();
            case CLOSE -> transport.close();
        }
    }

    private void lend() {
        timeLeft = deadline == Long.MAX_VALUE ? Long.MAX_VALUE : Math.max(1, deadline - System.nanoTime());
        transport.deadlineIn(Long.MAX_VALUE);
        transport.lend(true);
        if (transport.free()) {
            dispatch();
        } else {
            transport.whenFree(this::dispatch);
        }
    }

    private void dispatch() {
        Executor executor = protocol.settings().executor;
        if (executor == null) {
            work();
        } else {
            try {
                executor.execute(this::work);
            } catch (Throwable failure) { // rejected, or the executor is broken: this connection's loss alone
                ServerLog.taskRejected(failure);
                transport.close();
            }
        }
        Thread.interrupted(); // a configurator's flag, here also by an executor that runs its task in the caller
    }

    private void limit(long nanos) {
        deadline = nanos == Long.MAX_VALUE ? Long.MAX_VALUE : System.nanoTime() + nanos;
        transport.deadlineIn(nanos);
    }

    private void carryTraffic() {
        TlsConnection connection = new TlsConnection(transport, engine, input, writer, protocol.buffers());
        stages.enter(connection);
        connection.open(protocol.above());
    }

    private void takeLeave() {
        input.release();
        writer.release();
        Farewell farewell = new Farewell(transport, protocol.buffers());
        stages.enter(farewell);
        farewell.begin(protocol.settings().farewellNanos);
    }

    // ---- steps, on the loop or lent

    private void work() {
        step(true);
        transport.giveBack(true);
    }

    /**
     * Goes on as far as possible, and notes what must happen next.
     *
     * @param tasks whether this thread may run the application's code
     */
    private void step(boolean tasks) {
        try {
            if (engine == null && !makeEngine()) {
                next = Next.CLOSE;
                return;
            }
            next = advance(tasks);
        } catch (SSLException | RuntimeException e) { // a trust manager may throw what it likes
            ServerLog.trace("A TLS handshake failed", e);
            writer.sendAlert();
            next = Next.FAREWELL;
        } catch (IOException e) {
            ServerLog.trace("A connection was lost in its TLS handshake", e);
            next = Next.CLOSE;
        } finally {
            input.settle();
        }
    }

    private boolean makeEngine() throws SSLException {
        try {
            engine = protocol.settings().newEngine(transport.remoteAddress());
        } catch (
                Throwable
                        failure) { // the application's: it must not end the thread, and its connection cannot be served
            ServerLog.configuratorFailed(failure);
            return false;
        }
        writer = new RecordWriter(transport, engine, protocol.buffers());
        engine.beginHandshake();
        return true;
    }

    private Next advance(boolean tasks) throws IOException {
        for (int reads = 0; ; ) {
            switch (engine.getHandshakeStatus()) {
                case NEED_TASK -> {
                    if (!tasks) {
                        return Next.TASKS;
                    }
                    runTasks();
                }
                case NEED_WRAP -> {
                    if (!writer.wrapControl() && !writer.flush()) {
                        return Next.ROOM;
                    }
                }
                case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> {
                    if (!unwrap()) {
                        if (!writer.flush()) {
                            return Next.ROOM;
                        }
                        if (reads++ == READS_PER_TURN || !fill()) {
                            return Next.INPUT;
                        }
                    }
                }
                case NOT_HANDSHAKING, FINISHED -> {
                    // session tickets may leave with the first response if its request is here already
                    return input.holdsRecord() || writer.flush() ? Next.TRAFFIC : Next.ROOM;
                }
            }
        }
    }

    private void runTasks() {
        for (Runnable task; (task = engine.getDelegatedTask()) != null; ) {
            task.run();
        }
    }

    private boolean fill() throws IOException {
        int count = input.fill();
        if (count < 0) {
            throw new EOFException("The client went away");
        }
        return count > 0;
    }

    /** Takes one record; false if it is not complete. */
    private boolean unwrap() throws SSLException {
        if (input.isEmpty()) {
            return false;
        }
        SSLEngineResult result = engine.unwrap(input.bytes(), NO_DATA);
        return switch (result.getStatus()) {
            case OK -> true;
            case BUFFER_UNDERFLOW -> false;
            case BUFFER_OVERFLOW -> throw new SSLException("Data within a handshake");
            case CLOSED -> throw new SSLException("The client ended its handshake");
        };
    }
}
