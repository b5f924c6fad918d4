package dev.ringer.internal.accesslog;

import dev.ringer.internal.protocol.Transport;
import dev.ringer.options.AccessLogOptions;
import dev.ringer.testkit.FakeConnection;
import dev.ringer.testkit.FakeHead;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/** Creates records without a server. */
final class Records implements AutoCloseable {
    private static final InetSocketAddress CLIENT = new InetSocketAddress("192.0.2.7", 4711);

    private final AccessLog log;

    /** Opens a log in this format. Nothing is written to it. */
    Records(AccessLogOptions.Format format) {
        try {
            log = AccessLog.open(AccessLogOptions.builder(format).build());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    AccessLog log() {
        return log;
    }

    AccessRecord of(String target, String referer, String userAgent) {
        Transport transport = transport();
        return log.begin(
                new FakeHead(target, "Referer", referer, "User-agent", userAgent),
                transport,
                transport.remoteAddress());
    }

    /** Returns the line of a record. */
    String line(AccessRecord record) {
        LineBuffer buffer = new LineBuffer();
        record.log.append(buffer, record, 0);
        return new String(buffer.bytes(), 0, buffer.size(), StandardCharsets.ISO_8859_1);
    }

    static Transport transport() {
        return new FakeConnection() {
            @Override
            public InetSocketAddress remoteAddress() {
                return CLIENT;
            }
        };
    }

    @Override
    public void close() {
        log.close();
    }
}
