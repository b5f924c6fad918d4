import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import javax.management.ObjectName;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/**
 * The parts of the script {@code tls-costs}. Each part runs in its own process, and its first argument is a key store:
 *
 * <pre>
 *   wrap          seconds of CPU in which a bare engine encrypts a gibibyte, six times
 *   engines N     bytes of heap for each of N bare engines after their handshakes
 *   serve tls     prints its port; /G sends G gibibytes; each line of input is answered with CPU seconds and heap bytes
 *   serve clear   the same in the clear
 *   hold P N tls  keeps N connections to port P that have had one answer, until its input ends
 *   hold P N clear
 * </pre>
 */
public final class TlsCosts {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);
    private static final String CIPHER = "TLS_AES_128_GCM_SHA256";

    private final KeyManagerFactory keys;
    private final TrustManagerFactory trust;
    private final SSLContext context;

    private TlsCosts(Path keyStore) throws Exception {
        char[] password = "changeit".toCharArray();
        KeyStore store = KeyStore.getInstance(keyStore.toFile(), password);
        keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, password);
        trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        context = newContext();
    }

    /** Returns a new context for each client, because a client would resume a session of a shared context. */
    private SSLContext newContext() throws Exception {
        SSLContext made = SSLContext.getInstance("TLS");
        made.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        return made;
    }

    public static void main(String[] arguments) throws Exception {
        TlsCosts costs = new TlsCosts(Path.of(arguments[0]));
        switch (arguments[1]) {
            case "wrap" -> costs.wrap();
            case "engines" -> costs.engines(Integer.parseInt(arguments[2]));
            case "serve" -> costs.serve(arguments[2].equals("tls"));
            case "hold" -> costs.hold(
                    Integer.parseInt(arguments[2]), Integer.parseInt(arguments[3]), arguments[4].equals("tls"));
            default -> throw new IllegalArgumentException(arguments[1]);
        }
    }

    // ---- bare engines

    private void wrap() throws Exception {
        SSLEngine server = handshake();
        ByteBuffer data = ByteBuffer.allocate(16 * 1024);
        ByteBuffer record = ByteBuffer.allocate(32 * 1024);
        for (int round = 0; round < 6; round++) {
            double begin = cpuSeconds();
            for (long left = 1 << 30; left > 0; left -= data.position()) {
                server.wrap(data.clear(), record.clear());
            }
            System.out.printf("%.2f%n", cpuSeconds() - begin);
        }
    }

    private void engines(int count) throws Exception {
        List<SSLEngine> engines = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            engines.add(handshake()); // loads code, fills caches
        }
        long before = heapBytes();
        for (int i = 0; i < count; i++) {
            engines.add(handshake());
        }
        System.out.println((heapBytes() - before) / count);
        Reference.reachabilityFence(engines);
    }

    /** Returns the server's engine after a handshake and one record in each direction. */
    private SSLEngine handshake() throws Exception {
        SSLEngine client = newContext().createSSLEngine("localhost", 1);
        client.setUseClientMode(true);
        client.setEnabledProtocols(new String[] {"TLSv1.3"});
        client.setEnabledCipherSuites(new String[] {CIPHER});
        SSLEngine server = context.createSSLEngine("127.0.0.1", 1);
        server.setUseClientMode(false);
        server.setSSLParameters(context.getDefaultSSLParameters()); // as every HttpsConfigurator does
        ByteBuffer toServer = ByteBuffer.allocate(64 * 1024);
        ByteBuffer toClient = ByteBuffer.allocate(64 * 1024);
        ByteBuffer data = ByteBuffer.allocate(32 * 1024);
        client.beginHandshake();
        server.beginHandshake();
        for (int i = 0; i < 10; i++) {
            pass(client, server, toServer, data);
            pass(server, client, toClient, data);
        }
        client.wrap(ByteBuffer.allocate(100), toServer);
        server.unwrap(toServer.flip(), data.clear());
        if (server.wrap(ByteBuffer.allocate(100), toClient).bytesConsumed() != 100 || data.position() != 100) {
            throw new IllegalStateException("no handshake");
        }
        return server;
    }

    private static void pass(SSLEngine from, SSLEngine to, ByteBuffer network, ByteBuffer data) throws Exception {
        runTasks(from);
        while (from.getHandshakeStatus() == HandshakeStatus.NEED_WRAP
                && from.wrap(NOTHING, network).bytesProduced() > 0) {
            // until no output is left
        }
        network.flip();
        while (network.hasRemaining() && to.unwrap(network, data.clear()).bytesConsumed() > 0) {
            runTasks(to);
        }
        network.compact();
    }

    private static void runTasks(SSLEngine engine) {
        for (Runnable task; (task = engine.getDelegatedTask()) != null; ) {
            task.run();
        }
    }

    // ---- the server

    private void serve(boolean tls) throws Exception {
        InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        HttpServer server = tls ? HttpsServer.create(anyPort, 0) : HttpServer.create(anyPort, 0);
        if (server instanceof HttpsServer secure) {
            secure.setHttpsConfigurator(new HttpsConfigurator(context));
        }
        byte[] piece = new byte[64 * 1024];
        server.createContext("/", exchange -> {
            long size = Long.parseLong(exchange.getRequestURI().getPath().substring(1)) << 30;
            exchange.sendResponseHeaders(200, size == 0 ? -1 : size);
            try (OutputStream body = exchange.getResponseBody()) {
                for (long left = size; left > 0; left -= piece.length) {
                    body.write(piece);
                }
            }
        });
        server.start();
        System.out.println(server.getAddress().getPort());
        while (System.in.read() == '\n') {
            System.out.printf("%.2f %d%n", cpuSeconds(), heapBytes());
        }
        server.stop(0);
    }

    // ---- its clients

    private void hold(int port, int count, boolean tls) throws Exception {
        List<Socket> sockets = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
            if (tls) {
                SSLSocket secure = (SSLSocket)
                        newContext().getSocketFactory().createSocket(socket, "localhost", port, true);
                secure.setEnabledProtocols(new String[] {"TLSv1.3"});
                secure.setEnabledCipherSuites(new String[] {CIPHER});
                socket = secure;
            }
            sockets.add(socket);
            socket.getOutputStream().write("GET /0 HTTP/1.1\r\nHost: test\r\n\r\n".getBytes());
            InputStream answer = socket.getInputStream();
            for (int last = 0; last != 0x0d0a0d0a; ) {
                last = last << 8 | answer.read();
            }
        }
        System.out.println("held");
        while (System.in.read() >= 0) {
            // until the input ends
        }
        Reference.reachabilityFence(sockets);
    }

    // ---- measurements

    private static double cpuSeconds() {
        var system = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return system.getProcessCpuTime() / 1e9;
    }

    /** Returns the bytes that live objects take. The collector's figure for the used heap includes garbage. */
    private static long heapBytes() throws Exception {
        String total = "";
        for (int i = 0; i < 4; i++) { // the cleaners free objects between two collections
            String histogram = (String) ManagementFactory.getPlatformMBeanServer()
                    .invoke(
                            new ObjectName("com.sun.management:type=DiagnosticCommand"),
                            "gcClassHistogram",
                            new Object[] {new String[0]},
                            new String[] {String[].class.getName()});
            total = histogram.substring(histogram.lastIndexOf("Total"));
        }
        return Long.parseLong(total.trim().split(" +")[2]);
    }
}
