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
 * The access log of one server. The code that serves an exchange {@linkplain #begin begins} a record, fills the record
 * and {@linkplain #add adds} it to a queue. One thread formats and writes the queued records. No exchange waits for
 * that thread: if the queue is full, the record is dropped and counted. Thread-safe.
 */
public final class AccessLog {
    /** If a request head cannot be parsed, a record keeps at most this many bytes of its first line. */
    private static final int MAX_LINE_BYTES = 1000;

    private final Lines lines;
    private final SharedWriters.Shared writer;
    private final AtomicLong numbers = new AtomicLong();
    private final LongAdder dropped = new LongAdder();

    private AccessLog(AccessLogOptions options, SharedWriters.Shared writer) {
        this.lines = new Lines(options);
        this.writer = writer;
    }

    /**
     * Opens the access log of a server.
     *
     * @throws IOException if the file of the log cannot be opened
     */
    public static AccessLog open(AccessLogOptions options) throws IOException {
        return new AccessLog(options, SharedWriters.open(options));
    }

    /**
     * Creates the record of an exchange that begins now. The caller must fill the record and give it to {@link #add}.
     *
     * @param client the client that sent the request; behind a trusted proxy, the client of the proxy
     */
    public AccessRecord begin(RequestHead head, Transport transport, InetSocketAddress client) {
        return new AccessRecord(lines, numbers.incrementAndGet(), head, transport, client);
    }

    /**
     * Creates the record of a refused request whose head could not be read. The caller must fill the record and give it
     * to {@link #add}.
     *
     * @param received the bytes of the request that have arrived
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
     * Queues a record that is complete, or drops the record if the queue is full. The caller must not use the record
     * any more.
     */
    public void add(AccessRecord record) {
        if (!writer.add(record)) {
            dropped.increment();
        }
    }

    /** Returns how many records have been dropped since the log was opened. */
    public long dropped() {
        return dropped.sum();
    }

    /**
     * Closes the log after all queued records have been written. If the destination of the lines blocks, the method
     * waits only some seconds.
     */
    public void close() {
        writer.close();
    }

    /** Formats the records of this log, and counts those that were dropped. Used by the writing thread. */
    final class Lines {
        private final ExtraFields fields;
        private final LineFormat format;

        Lines(AccessLogOptions options) {
            this.fields = ExtraFields.from(options);
            this.format = options.format() == Format.JSON
                    ? new JsonFormat(fields)
                    : new CommonFormat(options.format() == Format.COMBINED);
        }

        /** {@return the fields that the operator wants in each JSON line} */
        ExtraFields fields() {
            return fields;
        }

        /**
         * Formats the line of a record whose exchange began at the given time, in milliseconds since the epoch. Called
         * by the writing thread.
         */
        void append(LineBuffer to, AccessRecord record, long begunMillis) {
            format.append(to, record, begunMillis);
        }

        /** Counts records that were dropped. Their lines will be missing from the log. */
        void drop(int count) {
            dropped.add(count);
        }
    }
}
