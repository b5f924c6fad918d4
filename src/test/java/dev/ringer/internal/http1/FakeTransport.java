package dev.ringer.internal.http1;

import dev.ringer.internal.protocol.ConnectionEvents;
import dev.ringer.internal.protocol.Loop;
import dev.ringer.internal.protocol.Transport;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A connection of which a test plays the client: what it has sent, and whether it takes anything. */
final class FakeTransport {
    /** Thrown where a thread would wait for the client. */
    static final IOException WAITED = new IOException("on purpose");

    private final ByteBuffer input;
    private final ByteArrayOutputStream sent = new ByteArrayOutputStream();
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final Loop loop = (Loop) Proxy.newProxyInstance(
            Loop.class.getClassLoader(),
            new Class<?>[] {Loop.class},
            (proxy, method, arguments) -> call(method.getName(), method.getReturnType(), arguments));
    private final Transport transport = (Transport) Proxy.newProxyInstance(
            Transport.class.getClassLoader(),
            new Class<?>[] {Transport.class},
            (proxy, method, arguments) -> call(method.getName(), method.getReturnType(), arguments));

    private final ConnectionEvents events = (ConnectionEvents) Proxy.newProxyInstance(
            ConnectionEvents.class.getClassLoader(),
            new Class<?>[] {ConnectionEvents.class},
            (proxy, method, arguments) -> {
                this.whenRoom.run();
                return null;
            });

    volatile Runnable whenRoom = () -> {};
    volatile boolean takes = true;
    volatile Error failure;
    volatile int writes;
    volatile boolean closed;
    volatile boolean watchesRoom;

    FakeTransport(int inputLength) {
        input = ByteBuffer.allocate(inputLength);
    }

    Transport transport() {
        return transport;
    }

    /** Is told when bytes are left to the loop, and does {@link #whenRoom}. */
    ConnectionEvents events() {
        return events;
    }

    /** Does what the loop has been asked to do. */
    void runTasks() {
        for (Runnable task; (task = tasks.poll()) != null; ) {
            task.run();
        }
    }

    String sent() {
        synchronized (sent) {
            return sent.toString(StandardCharsets.ISO_8859_1);
        }
    }

    private Object call(String method, Class<?> type, Object[] arguments) throws IOException {
        switch (method) {
            case "read" -> {
                return arguments.length == 1
                        ? read((ByteBuffer) arguments[0])
                        : read(ByteBuffer.wrap((byte[]) arguments[0], (int) arguments[1], (int) arguments[2]));
            }
            case "write" -> write((ByteBuffer) arguments[0]);
            case "awaitWritable" -> throw WAITED;
            case "close" -> closed = true;
            case "loop" -> {
                return loop;
            }
            case "execute" -> tasks.add((Runnable) arguments[0]);
            case "watchRoom" -> watchesRoom = (boolean) arguments[0];
            default -> {}
        }
        if (type == int.class) {
            return 0;
        }
        return type == boolean.class ? method.equals("closed") && closed : null;
    }

    private int read(ByteBuffer to) {
        int count = Math.min(to.remaining(), input.remaining());
        to.put(input.slice().limit(count));
        input.position(input.position() + count);
        return count;
    }

    private void write(ByteBuffer from) {
        writes++;
        if (failure != null) {
            throw failure;
        }
        if (takes) {
            synchronized (sent) {
                while (from.hasRemaining()) {
                    sent.write(from.get());
                }
            }
        }
    }
}
