package dev.ringer.proxy;

import static java.util.concurrent.TimeUnit.SECONDS;

import dev.ringer.testkit.Ring;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests many mixed requests through a proxy's keep-alive pool: none is lost, and no responses are mixed up. */
class BehindProxyIT {
    private static final int REQUESTS = Ring.choose(350, 10_000);
    private static final int CLIENTS = 16;

    /** The stop ends with the last response, so this is how long a busy machine may take. */
    private static final int GRACE_SECONDS = 60;

    private final ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
    private final ExecutorService handlers = Executors.newFixedThreadPool(CLIENTS);

    @TempDir
    private Path folder;

    @AfterEach
    void endThreads() {
        clients.shutdownNow();
        handlers.shutdownNow();
    }

    /** Returns each proxy with both ways to run handlers. In the inner ring, each proxy has only one of them. */
    static Stream<Arguments> pairs() {
        return Stream.of(Proxy.values())
                .flatMap(proxy -> Stream.of(false, true)
                        .filter(pool ->
                                Ring.full() || pool == (proxy == Proxy.NGINX || proxy == Proxy.HAPROXY_BY_HTTP2))
                        .map(pool -> Arguments.of(proxy, pool)));
    }

    @ParameterizedTest(name = "{0}, on a pool: {1}")
    @MethodSource("pairs")
    void answersEveryRequest(Proxy proxy, boolean pool) throws Exception {
        try (var service = new NumberedService(pool ? handlers : null, proxy.speaksHttp2());
                var running = proxy.inFrontOf(service.port(), folder)) {
            exchangeAll(new NumberedClient(running.port(), proxy.keepsLengthOfHead()));
        }
    }

    @ParameterizedTest
    @EnumSource
    void answersWhatItHasBegunWhenStopped(Proxy proxy) throws Exception {
        try (var service = new NumberedService(handlers, proxy.speaksHttp2());
                var running = proxy.inFrontOf(service.port(), folder)) {
            var load = new EndlessLoad(new NumberedClient(running.port(), proxy.keepsLengthOfHead()), clients, CLIENTS);
            load.awaitAnswers(Ring.choose(500, 2000));

            var began = System.nanoTime();
            service.stop(GRACE_SECONDS);
            var took = Duration.ofNanos(System.nanoTime() - began);

            load.end();
            load.requireAnswered(service.begun(), "the stop took " + took);
        }
    }

    private void exchangeAll(NumberedClient client) throws Exception {
        var next = new AtomicInteger();
        var work = new ArrayList<Future<?>>();
        for (var i = 0; i < CLIENTS; i++) {
            work.add(clients.submit(() -> {
                for (var number = next.getAndIncrement(); number < REQUESTS; number = next.getAndIncrement()) {
                    client.exchange(number);
                }
                return null;
            }));
        }
        for (var future : work) {
            future.get(120, SECONDS);
        }
    }
}
