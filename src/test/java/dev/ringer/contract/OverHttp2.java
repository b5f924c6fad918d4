package dev.ringer.contract;

import dev.ringer.testkit.Transport;
import java.util.List;
import java.util.stream.Stream;

/**
 * What lines of a transcript are when the suites run over HTTP/2: there the version is another one, and the fields about
 * connections are not there ({@link dev.ringer.testkit.NotInHttp2#CONNECTION_FIELDS}). The JDK's server is always played over
 * HTTP/1.1.
 */
final class OverHttp2 {
    private OverHttp2() {}

    /** The lines as they are over the transport of this run. */
    static List<String> translated(List<String> lines) {
        return Transport.current().isHttp2()
                ? lines.stream().flatMap(OverHttp2::translated).toList()
                : lines;
    }

    private static Stream<String> translated(String line) {
        boolean aboutConnections = line.startsWith("Connection: ") || line.startsWith("Keep-alive: ");
        return aboutConnections
                ? Stream.empty()
                : Stream.of(line.replaceFirst(" HTTP/1\\.1$", " HTTP/2.0").replace(", Transfer-encoding]", "]"));
    }
}
