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
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/**
 * How late a server without an executor is for others while a handler sleeps, spins or waits for its client, beside a server
 * that is idle. Medians and maxima of ten tries, in milliseconds.
 *
 * <pre>
 *   java -Dringer.headTimeout=1 -cp target/ringer.jar src/test/scripts/BusyDelays.java KEYSTORE.p12 PASSWORD
 * </pre>
 */
public final class BusyDelays {
    private static final int TRIES = 10;

    private interface Step {
        void run(int port) throws Exception;
    }

    private interface Occupation {
        void run(HttpExchange exchange) throws Exception;
    }

    private static volatile boolean over;

    public static void main(String[] arguments) throws Exception {
        SSLContext context = context(arguments[0], arguments[1].toCharArray());
        System.out.println("| | idle | handler sleeps | handler spins | handler reads |");
        System.out.println("|---|---|---|---|---|");
        row("answer 400 to nonsense", false, context, BusyDelays::refused);
        row("408 for a slow head, whose time is a second", false, context, BusyDelays::slowHead);
        row("TLS handshake", true, context, port -> {
            try (SSLSocket client = (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", port)) {
                client.startHandshake();
            }
        });
        System.exit(0);
    }

    private static void row(String what, boolean tls, SSLContext context, Step step) throws Exception {
        StringBuilder row = new StringBuilder("| " + what);
        row.append(" | ").append(delays(tls, context, null, step));
        row.append(" | ").append(delays(tls, context, exchange -> Thread.sleep(120_000), step));
        row.append(" | ").append(delays(
                tls,
                context,
                exchange -> {
                    while (!over) {
                        Thread.onSpinWait();
                    }
                },
                step));
        row.append(" | ").append(delays(tls, context, exchange -> exchange.getRequestBody().read(), step));
        System.out.println(row.append(" |"));
    }

    private static String delays(boolean tls, SSLContext context, Occupation occupation, Step step) throws Exception {
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        HttpServer server = tls ? HttpsServer.create(any, 0) : HttpServer.create(any, 0);
        if (server instanceof HttpsServer https) {
            https.setHttpsConfigurator(new HttpsConfigurator(context));
        }
        CountDownLatch busy = new CountDownLatch(occupation == null ? 0 : 1);
        over = false;
        server.createContext("/", exchange -> {
            busy.countDown();
            try {
                occupation.run(exchange);
            } catch (Exception ended) {
                throw new IOException(ended);
            }
        });
        server.start();
        int port = server.getAddress().getPort();
        step.run(port); // the classes are loaded by now
        Socket occupant = tls ? context.getSocketFactory().createSocket("127.0.0.1", port) : new Socket("127.0.0.1", port);
        if (occupation != null) {
            occupant.getOutputStream().write("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n".getBytes());
        }
        busy.await();
        double[] millis = new double[TRIES];
        for (int i = 0; i < TRIES; i++) {
            long begin = System.nanoTime();
            step.run(port);
            millis[i] = (System.nanoTime() - begin) / 1e6;
        }
        over = true;
        occupant.close();
        Arrays.sort(millis);
        return String.format("%.1f, at most %.1f", millis[TRIES / 2], millis[TRIES - 1]);
    }

    private static void refused(int port) throws IOException {
        try (Socket client = new Socket("127.0.0.1", port)) {
            client.getOutputStream().write("nonsense\r\n\r\n".getBytes());
            client.getInputStream().read();
        }
    }

    private static void slowHead(int port) throws IOException {
        try (Socket client = new Socket("127.0.0.1", port)) {
            client.getOutputStream().write("GET / HT".getBytes());
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
