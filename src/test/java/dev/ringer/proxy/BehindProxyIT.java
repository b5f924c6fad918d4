package dev.ringer.proxy;

import static java.util.concurrent.TimeUnit.SECONDS;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Ten thousand mixed requests through a proxy's keep-alive pool: nothing is lost and nothing mixed up. */
class BehindProxyIT {
    private static final int REQUESTS = 10_000;
    private static final int CLIENTS = 16;

    private final ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
    private final ExecutorService handlers = Executors.newFixedThreadPool(CLIENTS);

    @TempDir
    private Path folder;

    @AfterEach
    void endThreads() {
        clients.shutdownNow();
        handlers.shutdownNow();
    }

    @ParameterizedTest
    @EnumSource
    void answersEveryRequestFromAPool(Proxy proxy) throws Exception {
        try (var service = new NumberedService(handlers, proxy.speaksHttp2());
                var running = proxy.inFrontOf(service.port(), folder)) {
            exchangeAll(new NumberedClient(running.port(), proxy.keepsLengthOfHead()));
        }
    }

    @ParameterizedTest
    @EnumSource
    void answersEveryRequestWithoutExecutor(Proxy proxy) throws Exception {
        try (var service = new NumberedService(null, proxy.speaksHttp2());
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
            load.awaitAnswers(2000);

            service.stop(10);

            load.end();
            load.requireAnswered(service.begun());
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
