package dev.ringer.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.events.EventStream;
import dev.ringer.events.EventStreamOptions;
import dev.ringer.events.ServerSentEvent;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests event streams behind an installed HAProxy, also one that compresses what it may. */
class PushBehindHaproxyIT {
    private static final String COMPRESSION = """
                compression algo gzip
                compression type text/event-stream text/plain
            """;

    @TempDir
    private Path folder;

    private ProxyProcess haproxy(TestServer server, String frontend, String options) {
        String config = """
                defaults
                    mode http
                    timeout connect 5s
                    timeout client 60s
                    timeout server 60s
                frontend clients
                    bind 127.0.0.1:${port}
                    default_backend ringer
                %sbackend ringer
                    server one 127.0.0.1:%d%s
                """.formatted(frontend, server.port(), options);
        return ProxyProcess.start("haproxy", List.of("-db", "-f", "${config}"), config, folder);
    }

    private static RawClient connect(ProxyProcess proxy) throws IOException {
        return RawClient.connectFrom(InetAddress.getLoopbackAddress(), proxy.port(), new byte[0], Transport.CLEAR);
    }

    @ParameterizedTest(name = "by HTTP/2: {0}, compressing: {1}")
    @CsvSource({"false, false", "false, true", "true, false", "true, true"})
    void eventsArriveAtOnce(boolean http2, boolean compressing) throws Exception {
        BlockingQueue<EventStream> streams = new LinkedBlockingQueue<>();
        EventStreamOptions quiet =
                EventStreamOptions.builder().heartbeat(Duration.ZERO).build();
        try (TestServer server = TestServer.create(
                                Provider.RINGER, Mode.FIXED_POOL, Map.of("ringer.http2", http2 ? "on" : "off"))
                        .handle("/text", exchange -> {
                            exchange.getResponseHeaders().set("Content-Type", "text/plain");
                            exchange.sendResponseHeaders(200, 1000);
                            exchange.getResponseBody().write(new byte[1000]);
                            exchange.close();
                        })
                        .handle("/events", exchange -> streams.add(EventStream.open(exchange, quiet)))
                        .start();
                ProxyProcess proxy = haproxy(server, compressing ? COMPRESSION : "", http2 ? " proto h2" : "");
                RawClient text = connect(proxy);
                RawClient client = connect(proxy)) {
            text.sendHead("GET /text HTTP/1.1", "Host: a", "Accept-Encoding: gzip");
            assertThat(text.readUntil("\r\n\r\n").toLowerCase().contains("content-encoding: gzip"))
                    .isEqualTo(compressing);
            client.sendHead("GET /events HTTP/1.1", "Host: a", "Accept-Encoding: gzip");
            EventStream stream = streams.take();

            stream.send(ServerSentEvent.of("a"));
            assertThat(client.readUntil("\r\n\r\n")).startsWith("HTTP/1.1 200 ").doesNotContainIgnoringCase("gzip");
            assertThat(client.readUntil("data: a\n\n")).endsWith("data: a\n\n");
            stream.comment("b");
            assertThat(client.readUntil(": b\n")).doesNotContain("data");
            stream.send(ServerSentEvent.builder().id("7").data("c").build());
            assertThat(client.readUntil("data: c\n\n")).contains("id: 7\n");
            stream.close();
        }
    }
}
