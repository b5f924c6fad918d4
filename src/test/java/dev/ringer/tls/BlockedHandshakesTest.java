package dev.ringer.tls;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.ThreadKind;
import dev.ringer.testkit.TrustsAll;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that a trust manager which waits for another server delays only its own client. */
@Timeout(120)
class BlockedHandshakesTest {
    private static final Path SAMPLES = Path.of("src/test/resources/dev/ringer/tls");
    private static final int BLOCKED = Runtime.getRuntime().availableProcessors() + 3;

    /** A trust manager that waits for a latch. */
    private static final class Waits extends TrustsAll {
        private final CountDownLatch release = new CountDownLatch(1);
        private final AtomicInteger waiting = new AtomicInteger();

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
            waiting.incrementAndGet();
            Deadlines.await(release);
        }
    }

    @ParameterizedTest
    @CsvSource({"FIXED_POOL, TLSv1.3", "FIXED_POOL, TLSv1.2", "CACHED_POOL, TLSv1.3", "CACHED_POOL, TLSv1.2"})
    void serverServesOtherClientsMeanwhile(Mode mode, String protocol) throws Exception {
        Waits trust = new Waits();
        SSLContext context = context(trust, SAMPLES.resolve("ec.crt"), SAMPLES.resolve("ec.pem"));
        SSLContext certified = SSLContext.getInstance("TLS");
        certified.init(
                new StubbornKeys[] {new StubbornKeys(SAMPLES.resolve("one.crt"), SAMPLES.resolve("one.pem"))},
                new TrustManager[] {new TrustsAll()},
                null);
        SSLContext without = SSLContext.getInstance("TLS");
        without.init(null, new TrustManager[] {new TrustsAll()}, null);
        try (TlsServers server = TlsServers.plan()
                .mode(mode)
                .configure(context, parameters -> parameters.setWantClientAuth(true))
                .start()) {
            List<CompletableFuture<String>> slow = new ArrayList<>();
            try {
                for (int i = 0; i < BLOCKED; i++) {
                    CompletableFuture<String> answer = new CompletableFuture<>();
                    slow.add(answer);
                    ThreadKind.PLATFORM.start(() -> complete(answer, server, certified, protocol));
                }
                Deadlines.await("all of them are in the trust manager", () -> trust.waiting.get() == BLOCKED);

                for (int i = 0; i < 3; i++) {
                    assertThat(ask(server, without, protocol)).endsWith("hello");
                }
                assertThat(slow).noneMatch(CompletableFuture::isDone);
            } finally {
                trust.release.countDown();
            }
            for (CompletableFuture<String> answer : slow) {
                assertThat(answer.get(Deadlines.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                        .endsWith("hello");
            }
        }
    }

    private static SSLContext context(TrustManager trust, Path certificate, Path key) throws IOException {
        return PemContext.builder(certificate, key).trust(trust).build();
    }

    private static void complete(
            CompletableFuture<String> answer, TlsServers server, SSLContext context, String protocol) {
        try {
            answer.complete(ask(server, context, protocol));
        } catch (IOException | RuntimeException e) {
            answer.completeExceptionally(e);
        }
    }

    private static String ask(TlsServers server, SSLContext context, String protocol) throws IOException {
        try (SSLSocket socket =
                (SSLSocket) context.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(2 * (int) Deadlines.PATIENCE.toMillis());
            socket.setEnabledProtocols(new String[] {protocol});
            socket.getOutputStream().write("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".getBytes(US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), US_ASCII);
        }
    }
}
