package dev.ringer.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsServer;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.SystemProperties;
import dev.ringer.testkit.TestServer;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests {@code getExecutor()} of a server whose executor was not set. Programs call
 * {@code server.getExecutor().execute(…)} after {@code start()}. Ringer and the JDK's server behave the same.
 */
@Timeout(60)
class DefaultExecutorTest {
    @ParameterizedTest
    @EnumSource
    void isNoneBeforeTheStart(Provider provider) throws IOException {
        HttpServer server = TestServer.createServer(provider, Mode.NO_EXECUTOR, TestServer.anyPort(), Map.of());
        try {
            assertThat(server.getExecutor()).isNull();
        } finally {
            server.stop(0);
        }
    }

    @ParameterizedTest
    @EnumSource
    void runsItsTaskInTheCallerAfterTheStart(Provider provider) throws IOException {
        HttpServer server = TestServer.createServer(provider, Mode.NO_EXECUTOR, TestServer.anyPort(), Map.of());
        assertRunsInCaller(server);
    }

    @ParameterizedTest
    @EnumSource
    void runsItsTaskInTheCallerOverTlsToo(Provider provider) throws IOException {
        HttpsServer server;
        try (SystemProperties ignored = SystemProperties.none()) {
            server = provider.open().createHttpsServer(TestServer.anyPort(), 0);
        }
        assertRunsInCaller(server);
    }

    private static void assertRunsInCaller(HttpServer server) {
        server.start();
        try {
            AtomicReference<Thread> runner = new AtomicReference<>();

            server.getExecutor().execute(() -> runner.set(Thread.currentThread()));

            assertThat(runner).hasValue(Thread.currentThread());
        } finally {
            server.stop(0);
        }
    }

    @ParameterizedTest
    @EnumSource
    void isTheOneThatWasSet(Provider provider) throws IOException {
        HttpServer server = TestServer.createServer(provider, Mode.NO_EXECUTOR, TestServer.anyPort(), Map.of());
        Executor own = Runnable::run;
        server.setExecutor(own);
        server.start();
        try {
            assertThat(server.getExecutor()).isSameAs(own);
        } finally {
            server.stop(0);
        }
    }
}
