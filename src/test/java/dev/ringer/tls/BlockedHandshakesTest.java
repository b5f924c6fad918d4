package dev.ringer.tls;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.SystemProperties;
import dev.ringer.testkit.ThreadKind;
import dev.ringer.testkit.TrustsAll;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Principal;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that a handshake which waits for another server delays only its own client. */
@Timeout(120)
class BlockedHandshakesTest {
    private static final Path SAMPLES = Path.of("src/test/resources/dev/ringer/tls");
    private static final Path CHAIN = SAMPLES.resolve("chain");
    private static final int BLOCKED = Runtime.getRuntime().availableProcessors() + 3;
    private static final SNIServerName SLOW_NAME = new SNIHostName("slow.test");
    private static final String SERVER_STAPLING = "jdk.tls.server.enableStatusRequestExtension";
    private static final String CLIENT_STAPLING = "jdk.tls.client.enableStatusRequestExtension";

    /** The JDK asks responders on this many threads of its own. */
    private static final int OCSP_THREADS = 8;

    /** What blocks a handshake until it is released. */
    private abstract static class Blocker implements AutoCloseable {
        final CountDownLatch release = new CountDownLatch(1);
        final Set<Object> waiting = ConcurrentHashMap.newKeySet();

        final void block(Object one) {
            waiting.add(one);
            Deadlines.await(release);
        }

        int expected() {
            return BLOCKED;
        }

        /** Returns the context of the server. */
        abstract SSLContext server() throws Exception;

        /** Returns the context of a client. If the client is slow, something blocks its handshake. */
        abstract SSLContext client(boolean slow) throws Exception;

        @Override
        public void close() throws IOException {
            release.countDown();
        }
    }

    /** A trust manager, which only clients with a certificate meet. */
    private static final class WaitingTrust extends Blocker {
        @Override
        SSLContext server() throws IOException {
            TrustManager trust = new TrustsAll() {
                @Override
                public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
                    block(engine);
                }
            };
            return PemContext.builder(SAMPLES.resolve("ec.crt"), SAMPLES.resolve("ec.pem"))
                    .trust(trust)
                    .build();
        }

        @Override
        SSLContext client(boolean slow) throws Exception {
            return slow
                    ? trusting(new StubbornKeys(SAMPLES.resolve("one.crt"), SAMPLES.resolve("one.pem")))
                    : trusting();
        }
    }

    /** A key manager that fetches the key of one host name from elsewhere. */
    private static final class WaitingKeys extends Blocker {
        @Override
        SSLContext server() throws Exception {
            KeyManager keys = new StubbornKeys(SAMPLES.resolve("ec.crt"), SAMPLES.resolve("ec.pem")) {
                @Override
                public String chooseEngineServerAlias(String type, Principal[] issuers, SSLEngine engine) {
                    List<SNIServerName> names =
                            ((ExtendedSSLSession) engine.getHandshakeSession()).getRequestedServerNames();
                    if (names.contains(SLOW_NAME)) {
                        block(engine);
                    }
                    return super.chooseEngineServerAlias(type, issuers, engine);
                }
            };
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(new KeyManager[] {keys}, null, null);
            return context;
        }

        @Override
        SSLContext client(boolean slow) throws Exception {
            return trusting();
        }
    }

    /** An OCSP responder that accepts connections, and answers none. Only some clients ask for its answers. */
    private static final class SilentResponder extends Blocker {
        private final ServerSocket responder = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());

        private final Path folder;

        /** The JDK reads them at the first handshake of a context, and only if it has stapling. */
        private final Map<String, String> stapling = Map.of(
                "jdk.tls.stapling.responderOverride",
                "true",
                "jdk.tls.stapling.responderURI",
                "http://127.0.0.1:" + responder.getLocalPort() + "/",
                "jdk.tls.stapling.responseTimeout",
                Long.toString(Deadlines.PATIENCE.toMillis()));

        SilentResponder(Path folder) throws IOException {
            this.folder = folder;
            stapling.forEach(System::setProperty);
            ThreadKind.PLATFORM.start(() -> {
                try {
                    while (true) {
                        waiting.add(responder.accept());
                    }
                } catch (IOException ignored) { // closed by the test
                }
            });
        }

        @Override
        int expected() {
            return Math.min(BLOCKED, OCSP_THREADS);
        }

        @Override
        SSLContext server() throws IOException {
            // the JDK asks for the state of a certificate only if it has that of the issuer
            Path chain = Files.writeString(
                    folder.resolve("chain"),
                    Files.readString(CHAIN.resolve("leaf.crt")) + Files.readString(CHAIN.resolve("intermediate.crt")));
            try (SystemProperties ignored = SystemProperties.with(Map.of(SERVER_STAPLING, "true"))) {
                return PemContext.of(chain, CHAIN.resolve("leaf.key"));
            }
        }

        @Override
        SSLContext client(boolean slow) throws Exception {
            try (SystemProperties ignored = SystemProperties.with(Map.of(CLIENT_STAPLING, Boolean.toString(slow)))) {
                return trusting();
            }
        }

        @Override
        public void close() throws IOException {
            super.close();
            stapling.keySet().forEach(System::clearProperty);
            responder.close();
            for (Object one : waiting) {
                ((Socket) one).close();
            }
        }
    }

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "trust manager, FIXED_POOL, TLSv1.3",
        "trust manager, FIXED_POOL, TLSv1.2",
        "trust manager, CACHED_POOL, TLSv1.3",
        "trust manager, CACHED_POOL, TLSv1.2",
        "key manager, FIXED_POOL, TLSv1.3",
        "key manager, CACHED_POOL, TLSv1.2",
        "OCSP responder, FIXED_POOL, TLSv1.3",
        "OCSP responder, CACHED_POOL, TLSv1.2"
    })
    void serverServesOtherClientsMeanwhile(String what, Mode mode, String protocol) throws Exception {
        try (Blocker blocker = blocker(what);
                TlsServers server = TlsServers.plan()
                        .mode(mode)
                        .configure(blocker.server(), parameters -> parameters.setWantClientAuth(true))
                        .start();
                SSLSocket connected = connect(server, blocker.client(false), protocol)) {
            assertThat(ask(connected)).endsWith("hello");
            List<CompletableFuture<String>> slow = new ArrayList<>();
            SSLContext slowClient = blocker.client(true);
            for (int i = 0; i < BLOCKED; i++) {
                CompletableFuture<String> answer = new CompletableFuture<>();
                slow.add(answer);
                ThreadKind.PLATFORM.start(() -> complete(answer, server, slowClient, protocol));
            }
            Deadlines.await("all of them wait", () -> blocker.waiting.size() == blocker.expected());

            for (int i = 0; i < 3; i++) {
                try (SSLSocket other = connect(server, blocker.client(false), protocol)) {
                    assertThat(ask(other)).endsWith("hello");
                }
                assertThat(ask(connected)).endsWith("hello");
            }
            assertThat(slow).noneMatch(CompletableFuture::isDone);

            blocker.close();
            for (CompletableFuture<String> answer : slow) {
                assertThat(answer.get(Deadlines.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                        .endsWith("hello");
            }
        }
    }

    private Blocker blocker(String what) throws IOException {
        return switch (what) {
            case "trust manager" -> new WaitingTrust();
            case "key manager" -> new WaitingKeys();
            default -> new SilentResponder(folder);
        };
    }

    private static SSLContext trusting(KeyManager... keys) throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys, new TrustManager[] {new TrustsAll()}, null);
        return context;
    }

    private static void complete(
            CompletableFuture<String> answer, TlsServers server, SSLContext context, String protocol) {
        try (SSLSocket socket = connect(server, context, protocol)) {
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setServerNames(List.of(SLOW_NAME));
            socket.setSSLParameters(parameters);
            answer.complete(ask(socket));
        } catch (IOException | RuntimeException e) {
            answer.completeExceptionally(e);
        }
    }

    private static SSLSocket connect(TlsServers server, SSLContext context, String protocol) throws IOException {
        SSLSocket socket =
                (SSLSocket) context.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), server.port());
        socket.setSoTimeout(2 * (int) Deadlines.PATIENCE.toMillis());
        socket.setEnabledProtocols(new String[] {protocol});
        return socket;
    }

    private static String ask(SSLSocket socket) throws IOException {
        socket.getOutputStream().write("GET / HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(US_ASCII));
        StringBuilder answer = new StringBuilder();
        while (answer.indexOf("hello") < 0) {
            int next = socket.getInputStream().read();
            if (next < 0) {
                throw new EOFException("the answer ends after: " + answer);
            }
            answer.append((char) next);
        }
        return answer.toString();
    }
}
