package abuse;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.ringer.files.FileHandler;
import dev.ringer.multipart.Form;
import dev.ringer.testkit.RetainedMemory;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import javax.management.JMException;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import soak.Holdings;

/**
 * A server whose handlers can wait, fail and fill the memory. It obeys each line of its input, and answers with a line.
 */
public final class AbusedServer {
    private static final byte[] BLOCK = new byte[64 * 1024];
    private static final int LARGE_BLOCKS = Integer.getInteger("abuse.large", 64 << 20) / BLOCK.length;
    private static final Semaphore WAY_OUT = new Semaphore(0);
    private static final CountDownLatch OPENING = new CountDownLatch(1);

    private static final List<RetainedMemory> RETAINED = new ArrayList<>();

    private static volatile boolean rejecting;

    private AbusedServer() {}

    public static void main(String[] arguments) throws Exception {
        var server = newServer(arguments.length > 1 ? arguments[1] : null);
        server.setExecutor(executor(arguments[0]));
        addContexts(server);
        start(server);
        System.out.println("READY " + server.getAddress().getPort());
        obey();
    }

    static void start(HttpServer server) {
        server.start();
        RETAINED.add(new RetainedMemory(server));
    }

    static void addContexts(HttpServer server) {
        server.createContext(
                "/ok", exchange -> answer(exchange, exchange.getRequestURI().getQuery()));
        server.createContext("/count", exchange -> answer(exchange, "" + bodyLength(exchange)));
        server.createContext("/upload", exchange -> {
            try (var form = Form.read(exchange)) {
                answer(exchange, "" + form.file("file").size());
            }
        });
        server.createContext("/ignore", exchange -> answer(exchange, "ignored"));
        server.createContext("/page", exchange -> answer(exchange, "x".repeat(10_000)));
        server.createContext("/jdk", FileHandler.of(Path.of(System.getProperty("java.home"))));
        server.createContext("/large", AbusedServer::answerLarge);
        server.createContext("/large-later", exchange -> new Thread(() -> answerLargeQuietly(exchange)).start());
        server.createContext("/never", exchange -> {});
        server.createContext("/stuck", exchange -> WAY_OUT.acquireUninterruptibly());
        server.createContext("/held", exchange -> {
            awaitOpening();
            answer(exchange, "held");
        });
        server.createContext("/throws", exchange -> {
            throw new IllegalStateException("meant");
        });
        server.createContext("/throws-midway", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write(BLOCK);
            throw new IllegalStateException("meant");
        });
        server.createContext("/too-large", exchange -> answer(exchange, "" + new byte[1 << 30].length));
        server.createContext("/fill-memory", exchange -> fillMemory());
    }

    /** Executes each line of the input as a command, and exits at the end of the input. */
    static void obey() throws JMException {
        var lines = new Scanner(System.in);
        while (lines.hasNextLine()) {
            System.out.println(doneAsTold(lines.nextLine()));
        }
        System.exit(0);
    }

    /** Creates a server over TLS with the key of this key store, or without TLS if {@code keyStore} is null. */
    static HttpServer newServer(String keyStore) throws Exception {
        var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        if (keyStore == null) {
            return HttpServer.create(address, 4096);
        }
        var password = System.getProperty("abuse.password").toCharArray();
        var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(KeyStore.getInstance(new File(keyStore), password), password);
        var context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        var server = HttpsServer.create(address, 4096);
        server.setHttpsConfigurator(new HttpsConfigurator(context));
        return server;
    }

    private static void awaitOpening() {
        try {
            OPENING.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String doneAsTold(String command) throws JMException {
        return switch (command) {
            case "tell" -> "HOLDS " + Holdings.now();
            case "compare" -> {
                RETAINED.forEach(RetainedMemory::assertCounted);
                yield "DONE";
            }
            case "reject", "accept" -> {
                rejecting = command.equals("reject");
                yield "DONE";
            }
            case "open" -> {
                OPENING.countDown();
                yield "DONE";
            }
            case "let go" -> {
                WAY_OUT.release(WAY_OUT.getQueueLength());
                yield "DONE";
            }
            default -> throw new IllegalArgumentException(command);
        };
    }

    /** Returns the executor of one of the test kit's modes. */
    static Executor executor(String mode) throws ReflectiveOperationException {
        return switch (mode) {
            case "NO_EXECUTOR" -> null;
            // its idle threads end soon
            case "CACHED_POOL" ->
                rejectingWhenTold(new ThreadPoolExecutor(
                        0, Integer.MAX_VALUE, 200, TimeUnit.MILLISECONDS, new SynchronousQueue<>()));
            default ->
                rejectingWhenTold((Executor) Executors.class
                        .getMethod("newVirtualThreadPerTaskExecutor")
                        .invoke(null));
        };
    }

    private static Executor rejectingWhenTold(Executor executor) {
        return task -> {
            if (rejecting) {
                throw new RejectedExecutionException("as told");
            }
            executor.execute(task);
        };
    }

    static void answer(HttpExchange exchange, String text) throws IOException {
        var body = String.valueOf(text).getBytes();
        exchange.sendResponseHeaders(200, body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
        }
    }

    private static long bodyLength(HttpExchange exchange) throws IOException {
        try (InputStream body = exchange.getRequestBody()) {
            return body.transferTo(OutputStream.nullOutputStream());
        }
    }

    private static void answerLarge(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, (long) LARGE_BLOCKS * BLOCK.length);
        try (OutputStream out = exchange.getResponseBody()) {
            for (var block = 0; block < LARGE_BLOCKS; block++) {
                out.write(BLOCK);
            }
        }
    }

    private static void answerLargeQuietly(HttpExchange exchange) {
        try {
            answerLarge(exchange);
        } catch (IOException left) {
            exchange.close();
        }
    }

    private static void fillMemory() {
        List<byte[]> hoard = new ArrayList<>();
        while (true) {
            hoard.add(new byte[1 << 20]);
        }
    }
}
