package dev.ringer.contract;

import dev.ringer.testkit.Transport;
import java.util.List;
import java.util.stream.Stream;

/**
 * Translates the lines of a transcript when the suites run over HTTP/2. The version becomes HTTP/2.0, and fields about
 * connections disappear ({@link dev.ringer.testkit.NotInHttp2#CONNECTION_FIELDS}). The JDK's server always plays over
 * HTTP/1.1.
 */
final class OverHttp2 {
    private OverHttp2() {}

    /** Returns the lines as they are over the transport of this run. */
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
