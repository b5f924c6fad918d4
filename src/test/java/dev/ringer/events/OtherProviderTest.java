package dev.ringer.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.ringer.files.CompressionFilter;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Over;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.Response;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.ByteArrayInputStream;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/** Tests streams on the JDK's server, where Ringer uses blocking writes. */
@Over({Transport.CLEAR, Transport.TLS})
class OtherProviderTest {
    private static TestServer start(EventHandler handler, Mode mode) throws Exception {
        return TestServer.create(Provider.JDK, mode)
                .handle(EventClient.PATH, handler)
                .start();
    }

    @InModes({Mode.NO_EXECUTOR, Mode.FIXED_POOL})
    void sendsEventsAfterItsHandlerHasReturned(Mode mode) throws Exception {
        EventHandler handler = new EventHandler();
        try (TestServer server = start(handler, mode);
                EventClient client = EventClient.open(server, "Last-Event-ID: 7")) {
            EventStream stream = handler.stream();
            stream.send(ServerSentEvent.of("tick", "a"));
            assertThat(stream.trySend(ServerSentEvent.of("b"))).isTrue();
            stream.comment("c");

            assertThat(client.head())
                    .contains(
                            "200 OK",
                            "text/event-stream; charset=utf-8",
                            "no-cache, no-transform",
                            "X-accel-buffering: no");
            assertThat(client.next()).isEqualTo("event: tick\ndata: a");
            assertThat(client.next()).isEqualTo("data: b");
            assertThat(client.next()).isEqualTo(": c");
            assertThat(stream.lastEventId()).isEqualTo("7");
            assertThat(stream.isOpen()).isTrue();
            assertThat(handler.closed).hasValue(0);
            stream.close();
            assertThat(client.endsInOrder()).isTrue();
            assertThat(handler.closed).hasValue(1);
            assertThat(stream.trySend(ServerSentEvent.of("late"))).isFalse();
            assertThatIOException().isThrownBy(() -> stream.send(ServerSentEvent.of("late")));
        }
    }

    @InModes({Mode.NO_EXECUTOR, Mode.FIXED_POOL})
    void findsAClientThatHasGoneByItsHeartbeats(Mode mode) throws Exception {
        EventHandler handler = new EventHandler(
                EventHandler.QUIET.toBuilder().heartbeat(Duration.ofMillis(20)).build());
        try (TestServer server = start(handler, mode);
                EventClient client = EventClient.open(server)) {
            EventStream stream = handler.stream();
            assertThat(client.next()).isEqualTo(":");
            client.raw().reset();

            handler.awaitClosed(1);
            assertThat(stream.isOpen()).isFalse();
        }
    }

    @Test
    void sendsHeartbeatsAgainAfterNoThreadCouldBeCreated() {
        CountDownLatch executions = new CountDownLatch(2);
        CountDownLatch sent = new CountDownLatch(1);
        Future<?> heartbeats = Heartbeats.begin(sent::countDown, 1_000_000, task -> {
            executions.countDown();
            if (executions.getCount() > 0) {
                throw new OutOfMemoryError("unable to create native thread");
            }
            task.run();
        });

        Deadlines.await(sent);
        heartbeats.cancel(false);
    }

    @InModes(Mode.FIXED_POOL)
    void answersHeadWithTheHeadAlone(Mode mode) throws Exception {
        EventHandler handler = new EventHandler();
        try (TestServer server = start(handler, mode)) {
            Response head = server.connect().request("HEAD", EventClient.PATH).readResponse("HEAD");

            assertThat(head.status()).isEqualTo(200);
            assertThat(handler.stream().isOpen()).isFalse();
            Deadlines.await("it is closed", () -> handler.closed.get() == 1);
        }
    }

    @InModes(Mode.FIXED_POOL)
    void passesByACompressionFilter(Mode mode) throws Exception {
        EventHandler handler = new EventHandler();
        try (TestServer server = TestServer.create(Provider.JDK, mode)) {
            server.context(EventClient.PATH, handler).getFilters().add(CompressionFilter.of());
            EventClient client = EventClient.open(server.start(), "Accept-Encoding: gzip");
            EventStream stream = handler.stream();
            stream.send(ServerSentEvent.of("a"));

            assertThat(client.head()).doesNotContain("gzip");
            assertThat(client.next()).isEqualTo("data: a");
            stream.close();
        }
    }

    @InModes(Mode.FIXED_POOL)
    void sendsThroughACompressionFilterIfItsHandlerAllows(Mode mode) throws Exception {
        EventHandler handler = new EventHandler();
        try (TestServer server = TestServer.create(Provider.JDK, mode)) {
            server.context(EventClient.PATH, exchange -> {
                        exchange.getResponseHeaders().set("Cache-Control", "no-cache");
                        handler.handle(exchange);
                    })
                    .getFilters()
                    .add(CompressionFilter.of());
            var client = server.start().connect().get(EventClient.PATH, "Accept-Encoding: gzip");
            EventStream stream = handler.stream();
            stream.send(ServerSentEvent.of("a"));
            stream.close();
            Response response = client.readResponse();

            assertThat(response.value("Content-Encoding")).contains("gzip");
            try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(response.body()))) {
                assertThat(new String(in.readAllBytes())).isEqualTo("data: a\n\n");
            }
        }
    }
}
