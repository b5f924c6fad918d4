package dev.ringer.internal.accesslog;

import dev.ringer.internal.protocol.RequestHead;
import dev.ringer.internal.protocol.Transport;
import dev.ringer.options.AccessLogOptions;
import dev.ringer.options.AccessLogOptions.Format;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * The access log of one server. Those who serve an exchange {@linkplain #begin begin} a record, fill it and {@linkplain #add add} it; one thread
 * formats and writes. Nobody waits for that: where the queue is full, the line is dropped and counted. Thread-safe.
 */
public final class AccessLog {
    private static final int MAX_LINE_BYTES = 1000; // of a request line that could not be read

    private final LineFormat format; // the writing thread's
    private final SharedWriters.Lease writer;
    private final AtomicLong numbers = new AtomicLong();
    private final LongAdder dropped = new LongAdder();

    private AccessLog(Format format, SharedWriters.Lease writer) {
        this.format = format == Format.JSON ? new JsonFormat() : new CommonFormat(format == Format.COMBINED);
        this.writer = writer;
    }

    /**
     * Opens a log, where there is to be one.
     *
     * @param options what was set
     * @return the log
     * @throws IOException if its file cannot be opened
     */
    public static AccessLog open(AccessLogOptions options) throws IOException {
        return new AccessLog(options.format(), SharedWriters.lease(options));
    }

    /**
     * An exchange begins now.
     *
     * @param head the request's
     * @param transport its connection
     * @return to be filled and added
     */
    public AccessRecord begin(RequestHead head, Transport transport) {
        return new AccessRecord(this, head, transport);
    }

    /**
     * A request is refused of which no head was read.
     *
     * @param received what has come of it
     * @param transport its connection
     * @return to be filled and added
     */
    public AccessRecord beginUnread(ByteBuffer received, Transport transport) {
        byte[] line = new byte[Math.min(received.remaining(), MAX_LINE_BYTES)];
        received.get(line);
        int length = 0;
        while (length < line.length && line[length] != '\n' && line[length] != '\r') {
            length++;
        }
        return new AccessRecord(this, new String(line, 0, length, StandardCharsets.ISO_8859_1), transport);
    }

    /**
     * Has a line written, unless there are too many.
     *
     * @param record has ended, and is not touched any more
     */
    public void add(AccessRecord record) {
        if (!writer.add(record)) {
            dropped.increment();
        }
    }

    /**
     * How many lines are missing.
     *
     * @return the number since the log was opened
     */
    public long dropped() {
        return dropped.sum();
    }

    /** Ends it, after what was added has been written; a place that takes nothing is not waited for longer than some seconds. */
    public void close() {
        writer.close();
    }

    long nextNumber() {
        return numbers.incrementAndGet();
    }

    LineFormat format() {
        return format;
    }

    void drop(int count) {
        dropped.add(count);
    }
}
