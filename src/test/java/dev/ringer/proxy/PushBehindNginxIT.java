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
import dev.ringer.testkit.WebSocketClient;
import dev.ringer.websocket.WebSocketHandler;
import dev.ringer.websocket.WebSocketListener;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests event streams and WebSockets behind an installed nginx. */
class PushBehindNginxIT {
    @TempDir
    private Path folder;

    private ProxyProcess nginx(TestServer server, String directives) {
        String config = ProxyProcess.NGINX + """
                    server {
                        listen 127.0.0.1:${port};
                        location / {
                            proxy_pass http://127.0.0.1:%d;
                            %s
                        }
                    }
                }
                """.formatted(server.port(), directives);
        return ProxyProcess.start(
                "nginx", List.of("-p", "${folder}", "-e", "stderr", "-c", "${config}"), config, folder);
    }

    private static RawClient connect(ProxyProcess proxy) throws IOException {
        return RawClient.connectFrom(InetAddress.getLoopbackAddress(), proxy.port(), new byte[0], Transport.CLEAR);
    }

    /** By its defaults, nginx would keep even the response head until it has 4 KiB. */
    @ParameterizedTest
    @EnumSource
    void eventsArriveAtOnceThoughNginxHasItsDefaults(Provider provider) throws Exception {
        BlockingQueue<EventStream> streams = new LinkedBlockingQueue<>();
        EventStreamOptions quiet =
                EventStreamOptions.builder().heartbeat(Duration.ZERO).build();
        try (TestServer server = TestServer.create(provider, Mode.FIXED_POOL)
                        .handle("/", exchange -> streams.add(EventStream.open(exchange, quiet)))
                        .start();
                ProxyProcess proxy = nginx(server, "");
                RawClient client = connect(proxy)) {
            client.get("/");
            EventStream stream = streams.take();

            stream.send(ServerSentEvent.of("a"));
            String head = client.readUntil("\r\n\r\n");
            assertThat(head).startsWith("HTTP/1.1 200 ").doesNotContainIgnoringCase("X-Accel");
            assertThat(client.readUntil("data: a\n\n")).endsWith("data: a\n\n");
            stream.comment("b");
            assertThat(client.readUntil(": b\n")).doesNotContain("data");
            stream.close();
        }
    }

    /** The Origin of a page has the port of nginx, so the Host must have it, too. */
    @ParameterizedTest
    @CsvSource({"$http_host, 101", "$host, 403"})
    void ownPageOpensItsWebSocketIfNginxPassesTheHostOn(String host, int status) throws Exception {
        WebSocketListener listener = new WebSocketListener() {};
        try (TestServer server = TestServer.create(Provider.RINGER, Mode.FIXED_POOL)
                        .handle("/", WebSocketHandler.of(listener))
                        .start();
                ProxyProcess proxy = nginx(server, """
                        proxy_http_version 1.1;
                        proxy_set_header Upgrade $http_upgrade;
                        proxy_set_header Connection upgrade;
                        proxy_set_header Host %s;
                        """.formatted(host));
                RawClient client = connect(proxy)) {
            String page = "127.0.0.1:" + proxy.port();
            client.sendHead(
                    "GET / HTTP/1.1",
                    "Host: " + page,
                    "Connection: Upgrade",
                    "Upgrade: websocket",
                    "Sec-WebSocket-Version: 13",
                    "Sec-WebSocket-Key: " + WebSocketClient.KEY,
                    "Origin: http://" + page);

            assertThat(client.readUntil("\r\n\r\n")).startsWith("HTTP/1.1 " + status + " ");
        }
    }
}
