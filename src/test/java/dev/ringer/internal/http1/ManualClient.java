package dev.ringer.internal.http1;

import dev.ringer.internal.protocol.Deadline;
import dev.ringer.internal.protocol.Loop;
import dev.ringer.internal.protocol.Transport;
import dev.ringer.internal.time.TimerWheel;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.function.LongUnaryOperator;

/**
 * A client in a time of its own, which passes only while somebody waits for it. It sends bytes at given times, and takes
 * bytes at a given pace. Everything on the test's thread.
 */
final class ManualClient {
    private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private record Arrival(long at, ByteBuffer bytes) {}

    private final Loop loop = (Loop) Proxy.newProxyInstance(
            Loop.class.getClassLoader(),
            new Class<?>[] {Loop.class},
            (proxy, method, arguments) -> callLoop(method.getName(), arguments));
    private final Transport transport = (Transport) Proxy.newProxyInstance(
            Transport.class.getClassLoader(),
            new Class<?>[] {Transport.class},
            (proxy, method, arguments) -> call(method.getName(), arguments));

    private final ArrayDeque<Arrival> arrivals = new ArrayDeque<>();
    private LongUnaryOperator takes = seconds -> Long.MAX_VALUE;
    private long now = TimeUnit.DAYS.toNanos(1);
    private final long begin = now;
    private long taken;
    private int recordSize = 1;
    private int received; // of a record that is not complete
    private int readable; // of complete ones
    private int sent; // of a record that is not complete
    private boolean closed;
    private boolean watchesRoom;
    private Deadline deadline; // null while none is set
    private long deadlineAt;

    Transport transport() {
        return transport;
    }

    /** The present, in the terms of {@link System#nanoTime()}. */
    long now() {
        return now;
    }

    /** How long ago it all began. */
    double seconds() {
        return (now - begin) / 1e9;
    }

    /** Time passes in which nobody waits for the client. */
    void pass(long seconds) {
        now += TimeUnit.SECONDS.toNanos(seconds);
    }

    /** Bytes come so many seconds after the beginning. */
    ManualClient sends(double atSeconds, int count) {
        return sends(atSeconds, new byte[count]);
    }

    /** A text comes so many seconds after the beginning. */
    ManualClient sends(double atSeconds, String text) {
        return sends(atSeconds, text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private ManualClient sends(double atSeconds, byte[] bytes) {
        arrivals.add(new Arrival(begin + (long) (atSeconds * 1e9), ByteBuffer.wrap(bytes)));
        return this;
    }

    /** How many bytes it has taken so many seconds after the beginning, if there were as many. */
    ManualClient takes(LongUnaryOperator bytesBySecond) {
        takes = bytesBySecond;
        return this;
    }

    /** What goes either way is of use in records of this size only; what it sends is zeros, in whole records. */
    ManualClient inRecordsOf(int size) {
        recordSize = size;
        return this;
    }

    /** How many bytes it has taken. */
    long taken() {
        return taken;
    }

    boolean closed() {
        return closed;
    }

    /** The loop turns for so long, or until the connection is closed: it tells of room, and meets the deadline. */
    void turnLoop(long seconds, Runnable whenRoom) {
        long end = now + TimeUnit.SECONDS.toNanos(seconds);
        while (!closed && now < end) {
            if (watchesRoom && room() > 0) {
                whenRoom.run();
            }
            if (deadline != null && deadlineAt <= now) {
                Deadline met = deadline;
                deadline = null;
                met.expire();
            }
            now += STEP_NANOS;
        }
    }

    private Object callLoop(String method, Object[] arguments) {
        switch (method) {
            case "schedule" -> {
                long nanos = (long) arguments[1];
                deadline = nanos == TimerWheel.NONE ? null : (Deadline) arguments[0];
                deadlineAt = now + nanos;
            }
            case "aboutToBlock" -> {}
            default -> throw new AssertionError("not a matter of this loop: " + method);
        }
        return null;
    }

    private Object call(String method, Object[] arguments) {
        return switch (method) {
            case "read" ->
                arguments.length == 1
                        ? read((ByteBuffer) arguments[0])
                        : read(ByteBuffer.wrap((byte[]) arguments[0], (int) arguments[1], (int) arguments[2]));
            case "receivedInPart" -> received;
            case "sentInPart" -> sent;
            case "awaitReadable" -> awaitReadable((long) arguments[0]);
            case "write" -> write((ByteBuffer) arguments[0]);
            case "awaitWritable" -> awaitWritable((long) arguments[0]);
            case "loop" -> loop;
            case "remoteAddress" -> null; // it is told of who is cut off, and not looked at here
            case "watchRoom" -> {
                watchesRoom = (boolean) arguments[0];
                yield null;
            }
            case "closed" -> closed;
            case "close" -> {
                closed = true;
                yield null;
            }
            default -> throw new AssertionError("not a matter of this client: " + method);
        };
    }

    private int read(ByteBuffer to) {
        Arrival first = arrivals.peek();
        if (recordSize > 1) {
            return readRecords(to);
        }
        if (first == null || first.at > now) {
            return 0;
        }
        int count = Math.min(to.remaining(), first.bytes.remaining());
        to.put(first.bytes.slice().limit(count));
        first.bytes.position(first.bytes.position() + count);
        if (!first.bytes.hasRemaining()) {
            arrivals.poll();
        }
        return count;
    }

    private int readRecords(ByteBuffer to) {
        for (Arrival first; (first = arrivals.peek()) != null && first.at <= now; arrivals.poll()) {
            received += first.bytes.remaining();
        }
        readable += received / recordSize * recordSize;
        received %= recordSize;
        int count = Math.min(to.remaining(), readable);
        to.position(to.position() + count);
        readable -= count;
        return count;
    }

    private boolean awaitReadable(long nanos) {
        Arrival first = arrivals.peek();
        boolean comes = first != null && first.at - now <= nanos;
        now = comes ? Math.max(now, first.at) : now + nanos;
        return comes;
    }

    private Object write(ByteBuffer from) {
        for (long room = room(); room > 0 && from.hasRemaining(); room = room()) {
            int record = Math.min(recordSize == 1 ? from.remaining() : recordSize, from.remaining());
            int count = (int) Math.min(record - sent, room);
            taken += count;
            sent += count;
            if (sent == record || recordSize == 1) {
                from.position(from.position() + sent);
                sent = 0;
            }
        }
        return null;
    }

    private long room() {
        return Math.max(0, takes.applyAsLong((now - begin) / 1_000_000_000) - taken);
    }

    private boolean awaitWritable(long nanos) {
        long end = now + nanos;
        while (room() == 0 && now < end) {
            now = Math.min(end, now + STEP_NANOS);
        }
        return room() > 0;
    }
}
