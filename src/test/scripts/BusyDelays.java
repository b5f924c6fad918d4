import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.FileInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.stream.Collectors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/**
 * Measures how late a server answers other clients while the thread that starts handlers is busy. A handler on this
 * thread sleeps, spins, or waits for its client or for a virtual thread that reads the body. Or the executor is full
 * and blocks. Also measures an idle server. Prints medians and maxima of ten tries, in milliseconds. Needs JDK 21 or
 * later.
 *
 * <pre>
 *   java -Dringer.headTimeout=1 -cp target/ringer.jar src/test/scripts/BusyDelays.java KEYSTORE.p12 PASSWORD
 * </pre>
 */
public final class BusyDelays {
    private static final int TRIES = 10;

    private static volatile boolean over;

    private interface Step {
        void run(int port) throws Exception;
    }

    private interface Work {
        void run(HttpExchange exchange) throws Exception;
    }

    /** What occupies the thread that starts handlers: a handler, or an executor that blocks while another task runs. */
    private record Occupation(String name, boolean executorBlocks, Work work) {}

    private static final List<Occupation> OCCUPATIONS = List.of(
            new Occupation("idle", false, null),
            new Occupation("handler sleeps", false, exchange -> Thread.sleep(120_000)),
            new Occupation("handler spins", false, exchange -> {
                while (!over) {
                    Thread.onSpinWait();
                }
            }),
            new Occupation("handler reads", false, exchange -> exchange.getRequestBody().read()),
            new Occupation("virtual thread reads", false, exchange -> readOnVirtualThread(exchange).join()),
            new Occupation("executor is full", true, exchange -> Thread.sleep(120_000)));

    public static void main(String[] arguments) throws Exception {
        SSLContext context = context(arguments[0], arguments[1].toCharArray());
        System.out.println(OCCUPATIONS.stream().map(Occupation::name).collect(Collectors.joining(" | ", "| | ", " |")));
        System.out.println("|---".repeat(OCCUPATIONS.size() + 1) + "|");
        row("answer 400 to nonsense", false, context, port -> exchange(port, "nonsense\r\n\r\n"));
        row("408 for a slow head, whose time is a second", false, context, port -> exchange(port, "GET / HT"));
        row("end of a silent connection, whose time is a second", false, context, port -> exchange(port, ""));
        row("TLS handshake", true, context, port -> {
            try (SSLSocket client = (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", port)) {
                client.startHandshake();
            }
        });
        HttpServer other = otherServer();
        row("upload of 4 MiB to another server", false, context, port -> upload(other.getAddress().getPort()));
        System.exit(0);
    }

    private static void row(String what, boolean tls, SSLContext context, Step step) throws Exception {
        StringBuilder row = new StringBuilder("| " + what);
        for (Occupation occupation : OCCUPATIONS) {
            row.append(" | ").append(delays(tls, context, occupation, step));
        }
        System.out.println(row.append(" |"));
    }

    private static String delays(boolean tls, SSLContext context, Occupation occupation, Step step) throws Exception {
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        HttpServer server = tls ? HttpsServer.create(any, 0) : HttpServer.create(any, 0);
        if (server instanceof HttpsServer https) {
            https.setHttpsConfigurator(new HttpsConfigurator(context));
        }
        if (occupation.executorBlocks()) {
            server.setExecutor(blocking());
        }
        int occupants = occupation.work() == null ? 0 : occupation.executorBlocks() ? 2 : 1;
        CountDownLatch busy = new CountDownLatch(Math.min(1, occupants));
        over = false;
        server.createContext("/", exchange -> {
            busy.countDown();
            try {
                occupation.work().run(exchange);
            } catch (Exception ended) {
                throw new IOException(ended);
            }
        });
        server.start();
        int port = server.getAddress().getPort();
        step.run(port); // loads the classes
        List<Socket> clients = new ArrayList<>();
        for (int i = 0; i < occupants; i++) {
            Socket client = tls ? context.getSocketFactory().createSocket("127.0.0.1", port) : new Socket("127.0.0.1", port);
            client.getOutputStream().write("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n".getBytes());
            clients.add(client);
            busy.await();
        }
        double[] millis = new double[TRIES];
        for (int i = 0; i < TRIES; i++) {
            long begin = System.nanoTime();
            step.run(port);
            millis[i] = (System.nanoTime() - begin) / 1e6;
        }
        over = true;
        for (Socket client : clients) {
            client.close();
        }
        Arrays.sort(millis);
        return String.format("%.1f, at most %.1f", millis[TRIES / 2], millis[TRIES - 1]);
    }

    /** Returns an executor that runs one task at a time. A thread that submits another task has to wait. */
    private static Executor blocking() {
        Semaphore room = new Semaphore(1);
        return task -> {
            room.acquireUninterruptibly();
            new Thread(() -> {
                        task.run();
                        room.release();
                    })
                    .start();
        };
    }

    private static Thread readOnVirtualThread(HttpExchange exchange) {
        return Thread.startVirtualThread(() -> {
            try {
                exchange.getRequestBody().read();
            } catch (IOException ended) {
                // the client has left
            }
        });
    }

    private static HttpServer otherServer() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(204, -1);
        });
        server.start();
        return server;
    }

    private static void upload(int port) throws IOException {
        try (Socket client = new Socket("127.0.0.1", port)) {
            byte[] body = new byte[4 << 20];
            String head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: " + body.length + "\r\n\r\n";
            client.getOutputStream().write(head.getBytes());
            client.getOutputStream().write(body);
            client.getInputStream().read();
        }
    }

    /** Sends a text, and waits for the answer or the end of the connection. */
    private static void exchange(int port, String sent) throws IOException {
        try (Socket client = new Socket("127.0.0.1", port)) {
            client.getOutputStream().write(sent.getBytes());
            client.getInputStream().read();
        }
    }

    private static SSLContext context(String file, char[] password) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (FileInputStream in = new FileInputStream(file)) {
            store.load(in, password);
        }
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, password);
        SSLContext context = SSLContext.getInstance("TLS");
        TrustManager anyone = new X509TrustManager() {
            @Override
            public void checkClientTrusted(X509Certificate[] chain, String type) {}

            @Override
            public void checkServerTrusted(X509Certificate[] chain, String type) {}

            @Override
            public X509Certificate[] getAcceptedIssuers() {
                return new X509Certificate[0];
            }
        };
        context.init(keys.getKeyManagers(), new TrustManager[] {anyone}, null);
        return context;
    }
}
