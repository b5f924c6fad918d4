package dev.ringer.internal.http1;

import dev.ringer.internal.protocol.Deadline;
import dev.ringer.internal.time.TimerWheel;
import dev.ringer.testkit.FakeConnection;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.function.LongUnaryOperator;

/**
 * Simulates a client with its own clock, which advances only while somebody waits for the client. It sends bytes at
 * given times, and reads bytes at a given rate. Everything runs on the test's thread.
 */
final class ManualClient extends FakeConnection {
    private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private record Arrival(long at, ByteBuffer bytes) {}

    private final ArrayDeque<Arrival> arrivals = new ArrayDeque<>();
    private LongUnaryOperator takes = seconds -> Long.MAX_VALUE;
    private long now = TimeUnit.DAYS.toNanos(1);
    private final long begin = now;
    private long taken;
    private int recordSize = 1;
    private int received; // bytes of an incomplete record
    private int readable; // bytes of complete records
    private int sent; // bytes of an incomplete record
    private Deadline deadline; // null while none is set
    private long deadlineAt;

    /** Returns the time on the client's clock, in nanoseconds. */
    long now() {
        return now;
    }

    /** Returns the seconds since the beginning. */
    double seconds() {
        return (now - begin) / 1e9;
    }

    /** Lets time pass while nobody waits for the client. */
    void pass(long seconds) {
        now += TimeUnit.SECONDS.toNanos(seconds);
    }

    /** Sends bytes, so many seconds after the beginning. */
    ManualClient sends(double atSeconds, int count) {
        return sends(atSeconds, new byte[count]);
    }

    /** Sends a text, so many seconds after the beginning. */
    ManualClient sends(double atSeconds, String text) {
        return sends(atSeconds, text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private ManualClient sends(double atSeconds, byte[] bytes) {
        arrivals.add(new Arrival(begin + (long) (atSeconds * 1e9), ByteBuffer.wrap(bytes)));
        return this;
    }

    /** Sets how many bytes the client reads at the most in so many seconds from the beginning. */
    ManualClient takes(LongUnaryOperator bytesBySecond) {
        takes = bytesBySecond;
        return this;
    }

    /** Makes bytes usable in whole records of this size only, in both directions. The client then sends only zeros. */
    ManualClient inRecordsOf(int size) {
        recordSize = size;
        return this;
    }

    /** Returns how many bytes the client has read. */
    long takenBytes() {
        return taken;
    }

    /** Runs the loop for so long, or until the connection is closed. It reports room, and runs an expired deadline. */
    void turnLoop(long seconds, Runnable whenRoom) {
        long end = now + TimeUnit.SECONDS.toNanos(seconds);
        while (!closed() && now < end) {
            if (watchesRoom() && room() > 0) {
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

    @Override
    public void schedule(Deadline next, long nanos) {
        deadline = nanos == TimerWheel.NONE ? null : next;
        deadlineAt = now + nanos;
    }

    @Override
    public int receivedInPart() {
        return received;
    }

    @Override
    public int sentInPart() {
        return sent;
    }

    @Override
    public int read(ByteBuffer to) {
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

    @Override
    public boolean awaitReadable(long nanos) {
        Arrival first = arrivals.peek();
        boolean comes = first != null && first.at - now <= nanos;
        now = comes ? Math.max(now, first.at) : now + nanos;
        return comes;
    }

    @Override
    public void write(ByteBuffer from) {
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
    }

    private long room() {
        return Math.max(0, takes.applyAsLong((now - begin) / 1_000_000_000) - taken);
    }

    @Override
    public boolean awaitWritable(long nanos) {
        long end = now + nanos;
        while (room() == 0 && now < end) {
            now = Math.min(end, now + STEP_NANOS);
        }
        return room() > 0;
    }
}
