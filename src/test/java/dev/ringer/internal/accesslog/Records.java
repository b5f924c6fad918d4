package dev.ringer.internal.accesslog;

import dev.ringer.internal.names.KnownNames;
import dev.ringer.internal.protocol.RequestHead;
import dev.ringer.internal.protocol.RequestTarget;
import dev.ringer.internal.protocol.Transport;
import dev.ringer.internal.protocol.Violation;
import dev.ringer.options.AccessLogOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Records without a server. */
final class Records implements AutoCloseable {
    private static final InetSocketAddress CLIENT = new InetSocketAddress("192.0.2.7", 4711);

    private final AccessLog log;

    /** Of a log in this form, of which nothing is written. */
    Records(AccessLogOptions.Format format) {
        try {
            log = AccessLog.open(AccessLogOptions.of(format, ""));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    AccessLog log() {
        return log;
    }

    AccessRecord of(String target, String referer, String userAgent) {
        Transport transport = transport();
        return log.begin(new Head(target, referer, userAgent), transport, transport.remoteAddress());
    }

    /** How a record looks. */
    String line(AccessRecord record) {
        LineBuffer buffer = new LineBuffer();
        log.format().append(buffer, record, 0);
        return new String(buffer.bytes(), 0, buffer.size(), StandardCharsets.ISO_8859_1);
    }

    static Transport transport() {
        return (Transport) Proxy.newProxyInstance(
                Records.class.getClassLoader(),
                new Class<?>[] {Transport.class},
                (proxy, method, arguments) -> method.getReturnType() == InetSocketAddress.class ? CLIENT : null);
    }

    @Override
    public void close() {
        log.close();
    }

    private record Head(String asked, String referer, String userAgent) implements RequestHead {
        @Override
        public String method() {
            return "GET";
        }

        @Override
        public RequestTarget target() {
            byte[] bytes = asked.getBytes(StandardCharsets.ISO_8859_1);
            return RequestTarget.parse(bytes, 0, bytes.length);
        }

        @Override
        public String protocol() {
            return "HTTP/1.1";
        }

        @Override
        public int size() {
            return asked.length() + referer.length() + userAgent.length();
        }

        @Override
        public List<Violation> tolerated() {
            return List.of();
        }

        @Override
        public boolean wantsPersistenceAnnounced() {
            return false;
        }

        @Override
        public String codingOfStreamedResponse() {
            return null;
        }

        @Override
        public int count() {
            return 2;
        }

        @Override
        public int knownName(int line) {
            return KnownNames.indexOf(name(line));
        }

        @Override
        public String name(int line) {
            return line == 0 ? "Referer" : "User-agent";
        }

        @Override
        public boolean hasName(int line, String normalName) {
            return name(line).equals(normalName);
        }

        @Override
        public String value(int line) {
            return line == 0 ? referer : userAgent;
        }
    }
}
