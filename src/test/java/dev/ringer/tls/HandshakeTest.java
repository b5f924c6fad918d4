package dev.ringer.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsExchange;
import com.sun.net.httpserver.HttpsParameters;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.RecordedLog;
import dev.ringer.testkit.TestKeys;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.stream.Stream;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests handshakes: the settings of an application's configurator, and the session that an exchange returns. */
class HandshakeTest {
    private static final String REQUEST = "GET / HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n";

    @InModes
    void servesInEveryMode(Mode mode) throws Exception {
        try (TlsServers server = TlsServers.plan().mode(mode).start()) {
            assertThat(get(server, TestKeys.clientContext())).endsWith("hello");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void tellsTheSessionToHandlers(String protocol) throws Exception {
        try (TlsServers server = TlsServers.plan()
                .handler(exchange -> TlsServers.answer(exchange, describe(sessionOf(exchange))))
                .start()) {
            String answer = get(server, TestKeys.clientContext(), socket -> {
                socket.setEnabledProtocols(new String[] {protocol});
            });

            assertThat(answer)
                    .contains(protocol)
                    .contains("peer host 127.0.0.1")
                    .contains("no client certificate");
        }
    }

    private static SSLSession sessionOf(HttpExchange exchange) {
        return ((HttpsExchange) exchange).getSSLSession();
    }

    private static String describe(SSLSession session) {
        String peer;
        try {
            peer = "client " + session.getPeerPrincipal();
        } catch (SSLPeerUnverifiedException none) {
            peer = "no client certificate";
        }
        return session.getProtocol() + ", " + session.getCipherSuite() + ", peer host " + session.getPeerHost() + ", "
                + peer + ", asked for "
                + ((ExtendedSSLSession) session).getRequestedServerNames();
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void tellsTheClientsCertificateToHandlers(String protocol) throws Exception {
        try (TlsServers server = TlsServers.plan()
                .configure(parameters -> parameters.setNeedClientAuth(true))
                .handler(exchange -> TlsServers.answer(exchange, describe(sessionOf(exchange))))
                .start()) {
            String answer = get(server, TestKeys.certifiedClientContext(), socket -> {
                socket.setEnabledProtocols(new String[] {protocol});
            });

            assertThat(answer).contains("client CN=a client");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void refusesAClientWithoutTheCertificateThatItNeeds(String protocol) throws Exception {
        AtomicInteger calls = new AtomicInteger();
        try (TlsServers server = TlsServers.plan()
                .configure(parameters -> {
                    parameters.setWantClientAuth(true);
                    parameters.setNeedClientAuth(true);
                })
                .handler(exchange -> calls.incrementAndGet())
                .start()) {
            Throwable refusal = catchThrowable(() -> get(server, TestKeys.clientContext(), socket -> {
                socket.setEnabledProtocols(new String[] {protocol});
            }));

            assertThat(refusal).isInstanceOf(SSLHandshakeException.class).hasMessageContaining("alert");
            assertThat(calls).hasValue(0);
        }
    }

    @Test
    void servesAClientWithoutTheCertificateThatItOnlyWants() throws Exception {
        try (TlsServers server = TlsServers.plan()
                .configure(parameters -> parameters.setWantClientAuth(true))
                .start()) {
            assertThat(get(server, TestKeys.clientContext())).endsWith("hello");
        }
    }

    @Test
    void prefersSslParametersToSingleSettings() throws Exception {
        SSLParameters newest = new SSLParameters();
        newest.setProtocols(new String[] {"TLSv1.3"});
        try (TlsServers server = TlsServers.plan()
                .configure(parameters -> {
                    parameters.setProtocols(new String[] {"TLSv1.2"});
                    parameters.setNeedClientAuth(true);
                    parameters.setSSLParameters(newest);
                })
                .handler(exchange -> TlsServers.answer(exchange, describe(sessionOf(exchange))))
                .start()) {
            assertThat(get(server, TestKeys.clientContext())).contains("TLSv1.3");
        }
    }

    @Test
    void appliesSingleSettings() throws Exception {
        try (TlsServers server = TlsServers.plan()
                .configure(parameters -> {
                    parameters.setProtocols(new String[] {"TLSv1.3"});
                    parameters.setCipherSuites(new String[] {"TLS_AES_128_GCM_SHA256"});
                })
                .handler(exchange -> TlsServers.answer(exchange, describe(sessionOf(exchange))))
                .start()) {
            assertThat(get(server, TestKeys.clientContext())).contains("TLSv1.3, TLS_AES_128_GCM_SHA256");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "TLS, , TLSv1.3",
        "TLSv1.3 TLS, , TLSv1.3",
        "SSLv2 TLSv1.2, , TLSv1.2",
        "TLSv1.2 TLSv9 TLSv1.3, , TLSv1.3",
        ", ECDHE-RSA-AES128-GCM-SHA256, TLSv1.3",
        ", TLS_KRB5_WITH_RC4_128_SHA TLS_AES_128_GCM_SHA256, TLS_AES_128_GCM_SHA256",
        "SSLv2 TLSv1.2, X TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256"
    })
    void leavesOutNamesThatTheJdkDoesNotKnow(String protocols, String suites, String used) throws Exception {
        AtomicBoolean need = new AtomicBoolean();
        try (RecordedLog log = RecordedLog.from(Level.WARNING);
                TlsServers server = TlsServers.plan()
                        .configure(parameters -> {
                            parameters.setProtocols(protocols == null ? null : protocols.split(" "));
                            parameters.setCipherSuites(suites == null ? null : suites.split(" "));
                            parameters.setNeedClientAuth(need.get());
                        })
                        .handler(exchange -> TlsServers.answer(exchange, describe(sessionOf(exchange))))
                        .start()) {
            for (int i = 0; i < 3; i++) {
                assertThat(get(server, TestKeys.clientContext())).contains(used);
            }
            String unknown = Stream.of(protocols + " " + suites)
                    .flatMap(names -> Stream.of(names.split(" ")))
                    .filter(name -> name.matches("TLS|TLSv9|SSLv2|X|.*KRB5.*|ECDHE-.*"))
                    .reduce("", (all, name) -> all + name + ' ');
            for (String name : unknown.split(" ")) {
                assertThat(log.records(entry -> RecordedLog.printed(entry).contains('[' + name + "]; new")))
                        .isNotEmpty();
            }
            need.set(true);
            assertThatThrownBy(() -> get(server, TestKeys.clientContext())).isInstanceOf(IOException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void sendsTheAlertForAnEmptyListOfNames(String protocol) throws Exception {
        try (TlsServers server = TlsServers.plan()
                .configure(parameters -> parameters.setProtocols(new String[0]))
                .start()) {
            assertThatThrownBy(() -> get(server, TestKeys.clientContext(), socket -> {
                        socket.setEnabledProtocols(new String[] {protocol});
                    }))
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void sendsTheAlertForAProtocolThatIsNotEnabled() throws Exception {
        try (TlsServers server = TlsServers.plan()
                .configure(parameters -> parameters.setProtocols(new String[] {"TLSv1.3"}))
                .start()) {
            assertThatThrownBy(() -> get(server, TestKeys.clientContext(), socket -> {
                        socket.setEnabledProtocols(new String[] {"TLSv1.2"});
                    }))
                    .isInstanceOf(SSLHandshakeException.class)
                    .hasMessageContaining("protocol_version");
        }
    }

    @Test
    void matchesServerNames() throws Exception {
        try (TlsServers server = TlsServers.plan()
                .configure(parameters -> {
                    SSLParameters ssl = new SSLParameters();
                    ssl.setSNIMatchers(List.of(SNIHostName.createSNIMatcher("(.*\\.)?good\\.test")));
                    parameters.setSSLParameters(ssl);
                })
                .handler(exchange -> TlsServers.answer(exchange, describe(sessionOf(exchange))))
                .start()) {
            assertThat(get(server, TestKeys.clientContext(), socket -> askFor(socket, "a.good.test")))
                    .contains("value=a.good.test");
            assertThatThrownBy(() -> get(server, TestKeys.clientContext(), socket -> askFor(socket, "bad.test")))
                    .isInstanceOf(SSLHandshakeException.class)
                    .hasMessageContaining("unrecognized_name");
        }
    }

    private static void askFor(SSLSocket socket, String name) {
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setServerNames(List.of(new SNIHostName(name)));
        socket.setSSLParameters(parameters);
    }

    @Test
    void negotiatesTheApplicationProtocol() throws Exception {
        try (TlsServers server = TlsServers.plan()
                .configure(parameters -> {
                    SSLParameters ssl = new SSLParameters();
                    ssl.setApplicationProtocols(new String[] {"http/1.1"});
                    parameters.setSSLParameters(ssl);
                })
                .start()) {
            SSLSocket socket = connect(server, TestKeys.clientContext());
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setApplicationProtocols(new String[] {"h2", "http/1.1"});
            socket.setSSLParameters(parameters);

            assertThat(exchange(socket, REQUEST)).endsWith("hello");
            assertThat(socket.getApplicationProtocol()).isEqualTo("http/1.1");
        }
    }

    @Test
    void prefersAesGcmToAClientsOrder() throws Exception {
        String[] clientsOrder = {"TLS_CHACHA20_POLY1305_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_AES_128_GCM_SHA256"};
        try (TlsServers server = TlsServers.plan()
                .handler(exchange -> TlsServers.answer(exchange, describe(sessionOf(exchange))))
                .start()) {
            assertThat(get(server, TestKeys.clientContext(), socket -> socket.setEnabledCipherSuites(clientsOrder)))
                    .contains("TLS_AES_");
        }
    }

    @Test
    void leavesAnOrderThatTheApplicationSetAlone() throws Exception {
        String[] order = {"TLS_CHACHA20_POLY1305_SHA256", "TLS_AES_256_GCM_SHA384"};
        try (TlsServers server = TlsServers.plan()
                .configure(parameters -> {
                    SSLParameters ssl = new SSLParameters(order);
                    ssl.setUseCipherSuitesOrder(true);
                    parameters.setSSLParameters(ssl);
                })
                .handler(exchange -> TlsServers.answer(exchange, describe(sessionOf(exchange))))
                .start()) {
            assertThat(get(server, TestKeys.clientContext())).contains("TLS_CHACHA20_POLY1305_SHA256");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void resumesSessions(String protocol) throws Exception {
        Queue<Long> sessions = new ConcurrentLinkedQueue<>();
        try (TlsServers server = TlsServers.plan()
                .handler(exchange -> {
                    sessions.add(sessionOf(exchange).getCreationTime());
                    TlsServers.hello(exchange);
                })
                .start()) {
            SSLContext client = TestKeys.clientContext();
            get(server, client, socket -> socket.setEnabledProtocols(new String[] {protocol}));
            SSLSession first = client.getClientSessionContext()
                    .getSession(client.getClientSessionContext().getIds().nextElement());
            long soon = System.currentTimeMillis() + 1;
            Deadlines.await("the clock has gone on", () -> System.currentTimeMillis() > soon);

            SSLSocket socket = connect(server, client);
            socket.setEnabledProtocols(new String[] {protocol});
            exchange(socket, REQUEST);

            assertThat(sessions).hasSize(2);
            assertThat(sessions.peek()).isEqualTo(sessions.toArray()[1]);
            assertThat(first.isValid()).isTrue();
        }
    }

    @Test
    void asksTheConfiguratorOnceForEachConnectionOnTheExecutor() throws Exception {
        Queue<String> threads = new ConcurrentLinkedQueue<>();
        Queue<InetSocketAddress> clients = new ConcurrentLinkedQueue<>();
        ExecutorService executor = Executors.newSingleThreadExecutor(task -> new Thread(task, "of the application"));
        try (TlsServers server = TlsServers.plan()
                .executor(executor)
                .configure(parameters -> {
                    threads.add(Thread.currentThread().getName());
                    clients.add(parameters.getClientAddress());
                })
                .start()) {
            SSLSocket socket = connect(server, TestKeys.clientContext());
            exchange(socket, REQUEST.replace("close", "keep-alive"), 2);

            assertThat(threads).containsExactly("of the application");
            assertThat(clients).extracting(InetSocketAddress::getPort).containsExactly(socket.getLocalPort());
        }
    }

    @InModes
    void survivesAConfiguratorThatFails(Mode mode) throws Exception {
        AtomicInteger calls = new AtomicInteger();
        Consumer<HttpsParameters> failsOnce = parameters -> {
            if (calls.getAndIncrement() == 0) {
                throw new AssertionError("a configurator's fault");
            }
        };
        try (TlsServers server =
                TlsServers.plan().mode(mode).configure(failsOnce).start()) {
            assertThatThrownBy(() -> get(server, TestKeys.clientContext())).isInstanceOf(IOException.class);

            assertThat(get(server, TestKeys.clientContext())).endsWith("hello");
        }
    }

    @InModes
    void survivesAConfiguratorThatInterruptsItsThread(Mode mode) throws Exception {
        try (TlsServers server = TlsServers.plan()
                .mode(mode)
                .configure(parameters -> Thread.currentThread().interrupt())
                .start()) {
            assertThat(get(server, TestKeys.clientContext())).endsWith("hello");
        }
    }

    @Test
    void servesOnThreadsThatAreInterruptedAlready() throws Exception {
        try (TlsServers server = TlsServers.plan()
                .executor(task -> new Thread(() -> {
                            Thread.currentThread().interrupt(); // as an earlier handler may leave it
                            task.run();
                        })
                        .start())
                .start()) {
            assertThat(get(server, TestKeys.clientContext())).endsWith("hello");
        }
    }

    @Test
    void closesWhatTheExecutorRejects() throws Exception {
        try (TlsServers server = TlsServers.plan()
                .executor(task -> {
                    throw new java.util.concurrent.RejectedExecutionException();
                })
                .start()) {
            assertThat(get(server, TestKeys.clientContext())).isEmpty();
        }
    }

    @Test
    void closesWhoseConfiguratorTheExecutorRejects() throws Exception {
        try (TlsServers server = TlsServers.plan()
                .configure(parameters -> {})
                .executor(task -> {
                    throw new java.util.concurrent.RejectedExecutionException();
                })
                .start()) {
            assertThatThrownBy(() -> get(server, TestKeys.clientContext())).isInstanceOf(IOException.class);
        }
    }

    @Test
    void closesConnectionsWhenThereIsNoConfigurator() throws Exception {
        try (TlsServers server = TlsServers.plan().configurator(null).start()) {
            assertThatThrownBy(() -> get(server, TestKeys.clientContext())).isInstanceOf(IOException.class);
        }
    }

    @Test
    void makesNothingForConnectionsWithoutAConfigurator() throws Exception {
        AtomicInteger tasks = new AtomicInteger();
        try (TlsServers server = TlsServers.plan()
                .configurator(null)
                .executor(task -> tasks.incrementAndGet())
                .start()) {
            assertThatThrownBy(() -> get(server, TestKeys.clientContext())).isInstanceOf(IOException.class);
        }
        assertThat(tasks).hasValue(0);
    }

    @Test
    void asksTheConfiguratorForClientsThatSpeakOnly() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        List<Socket> silent = new ArrayList<>();
        try (TlsServers server = TlsServers.plan()
                .configure(parameters -> asked.incrementAndGet())
                .start()) {
            for (int i = 0; i < 10; i++) {
                silent.add(RecordClient.connectClear(server.port()));
            }
            assertThat(get(server, TestKeys.clientContext())).endsWith("hello");
            assertThat(asked).hasValue(1);
        } finally {
            for (Socket socket : silent) {
                socket.close();
            }
        }
    }

    // ---- clients

    private static String get(TlsServers server, SSLContext context) throws IOException {
        return get(server, context, socket -> {});
    }

    private static String get(TlsServers server, SSLContext context, Consumer<SSLSocket> change) throws IOException {
        SSLSocket socket = connect(server, context);
        change.accept(socket);
        return exchange(socket, REQUEST);
    }

    private static SSLSocket connect(TlsServers server, SSLContext context) throws IOException {
        SSLSocket socket = (SSLSocket) context.getSocketFactory()
                .createSocket(RecordClient.connectClear(server.port()), "localhost", server.port(), true);
        socket.setSoTimeout((int) Deadlines.PATIENCE.toMillis());
        return socket;
    }

    private static String exchange(SSLSocket socket, String request) throws IOException {
        try (socket) {
            socket.getOutputStream().write(request.getBytes());
            return new String(socket.getInputStream().readAllBytes());
        }
    }

    private static void exchange(SSLSocket socket, String request, int times) throws IOException {
        for (int i = 0; i < times; i++) {
            socket.getOutputStream().write(request.getBytes());
            StringBuilder answer = new StringBuilder();
            while (answer.indexOf("hello") < 0) {
                answer.append((char) socket.getInputStream().read());
            }
        }
    }
}
