package dev.ringer.internal.accesslog;

import dev.ringer.internal.protocol.RequestHead;
import dev.ringer.internal.protocol.Transport;
import dev.ringer.options.AccessLogOptions;
import dev.ringer.options.AccessLogOptions.Format;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * The access log of one server. The code that serves an exchange {@linkplain #begin begins} a record, fills it and
 * {@linkplain #add adds} it. One thread formats and writes the records. No exchange waits for that thread: if the queue
 * is full, the log drops the line and counts it. Thread-safe.
 */
public final class AccessLog {
    /** The longest part of an unreadable request line that a record keeps, in bytes. */
    private static final int MAX_LINE_BYTES = 1000;

    private final Lines lines;
    private final SharedWriters.Lease writer;
    private final AtomicLong numbers = new AtomicLong();
    private final LongAdder dropped = new LongAdder();

    private AccessLog(AccessLogOptions options, SharedWriters.Lease writer) {
        this.lines = new Lines(options);
        this.writer = writer;
    }

    /**
     * Opens the log.
     *
     * @throws IOException if the file of the log cannot be opened
     */
    public static AccessLog open(AccessLogOptions options) throws IOException {
        return new AccessLog(options, SharedWriters.lease(options));
    }

    /**
     * Begins the record of an exchange that begins now. The caller fills the record and adds it.
     *
     * @param client the sender of the request, which may differ from the other end of the connection
     */
    public AccessRecord begin(RequestHead head, Transport transport, InetSocketAddress client) {
        return new AccessRecord(lines, numbers.incrementAndGet(), head, transport, client);
    }

    /**
     * Begins the record of a refused request whose head was not read. The caller fills the record and adds it.
     *
     * @param received the part of the request that has arrived
     */
    public AccessRecord beginUnread(ByteBuffer received, Transport transport) {
        byte[] line = new byte[Math.min(received.remaining(), MAX_LINE_BYTES)];
        received.get(line);
        int length = 0;
        while (length < line.length && line[length] != '\n' && line[length] != '\r') {
            length++;
        }
        String begun = new String(line, 0, length, StandardCharsets.ISO_8859_1);
        return new AccessRecord(lines, numbers.incrementAndGet(), begun, transport);
    }

    /**
     * Queues a record that has ended, or drops it if the queue is full. The caller must not use the record any more.
     */
    public void add(AccessRecord record) {
        if (!writer.add(record)) {
            dropped.increment();
        }
    }

    /** Returns how many lines the log has dropped since it was opened. */
    public long dropped() {
        return dropped.sum();
    }

    /**
     * Closes the log after the added records have been written. If their destination blocks, the method waits only some
     * seconds.
     */
    public void close() {
        writer.close();
    }

    /** Formats and counts the records of this log, for the writing thread. */
    private final class Lines implements AccessRecord.Owner {
        private final ExtraFields fields;
        private final LineFormat format;

        Lines(AccessLogOptions options) {
            this.fields = new ExtraFields(options);
            this.format = options.format() == Format.JSON
                    ? new JsonFormat(fields)
                    : new CommonFormat(options.format() == Format.COMBINED);
        }

        @Override
        public ExtraFields fields() {
            return fields;
        }

        @Override
        public void append(LineBuffer to, AccessRecord record, long begunMillis) {
            format.append(to, record, begunMillis);
        }

        @Override
        public void drop(int count) {
            dropped.add(count);
        }
    }
}
