package dev.ringer.internal.http1;

import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.protocol.HttpStream;
import dev.ringer.internal.protocol.ServerParts;
import dev.ringer.options.ServerOptions;
import dev.ringer.testkit.FakeHandler;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.channels.ClosedChannelException;

/** The output of one connection and the streams that write to it, used as {@link Http1Stream} uses it. */
final class WrittenConnection {
    private static final Http1Shared SHARED =
            new Http1Shared(ServerParts.of(ServerOptions.builder().build(), new FakeHandler(), new BufferedMemory(0)));

    private static final byte[] BYTE = {'x'};

    /** What is asked of a stream: whether it has ended. */
    static final class Owner implements InvocationHandler {
        private final HttpStream stream = (HttpStream)
                Proxy.newProxyInstance(HttpStream.class.getClassLoader(), new Class<?>[] {HttpStream.class}, this);
        private volatile boolean ended;

        void end() {
            ended = true;
        }

        boolean ended() {
            return ended;
        }

        HttpStream stream() {
            return stream;
        }

        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) {
            return ended;
        }
    }

    final Owner stream = new Owner();
    private final CountingTransport client;
    final ConnectionOutput output;

    /** A connection whose client takes everything, or nothing. */
    WrittenConnection(boolean takes) {
        client = new CountingTransport(takes);
        output = new ConnectionOutput(client, SHARED, null); // nothing is left to the loop
    }

    /** Gathers a byte for a stream, unless that has ended. */
    void write(Owner owner) {
        output.lock();
        try {
            if (!owner.ended()) {
                output.put(BYTE, 0, 1);
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        } finally {
            output.unlock();
        }
    }

    /**
     * Gathers a byte for a stream and sends it, unless that has ended; waits for the client if it must.
     *
     * @return whether the wait ended as it should, if there was one
     */
    boolean writeThrough(Owner owner) {
        output.lock();
        try {
            if (!owner.ended()) {
                output.put(BYTE, 0, 1);
                output.flush();
            }
            return true;
        } catch (ClosedChannelException e) {
            return true;
        } catch (IOException e) {
            return false;
        } finally {
            output.unlock();
        }
    }

    /** Whether the connection was closed. For the arbiter. */
    boolean closed() {
        return client.closed();
    }

    /** Takes the lock and does nothing else. */
    void passThrough() {
        output.lock();
        output.unlock();
    }

    /** How many bytes have left. For the arbiter. */
    int sent() {
        output.lock(); // which does what notes still ask for, and that would be too late
        try {
            return client.sent();
        } finally {
            output.unlock();
        }
    }

    /** How many bytes leave when everything does; gives the buffer back. For the arbiter. */
    int sentAtLast() {
        output.lock();
        try {
            output.flush();
            return client.sent();
        } catch (IOException e) {
            throw new AssertionError(e);
        } finally {
            output.unlock();
        }
    }
}
