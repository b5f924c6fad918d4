package dev.ringer.observe;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.lang.reflect.Field;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;

/**
 * A program whose shutdown hook stops its server during an exchange. The exchange ends only after the shutdown hook of
 * the access log. Needs {@code --add-opens java.base/java.lang=ALL-UNNAMED}.
 */
final class ExitMain {
    private ExitMain() {}

    public static void main(String[] arguments) throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newCachedThreadPool());
        server.start();
        Thread hookOfLog = hookOfLog();
        server.createContext("/", exchange -> {
            begun.countDown();
            join(hookOfLog);
            exchange.sendResponseHeaders(204, -1);
        });
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), server.getAddress().getPort())) {
            socket.getOutputStream()
                    .write("GET /last HTTP/1.1\r\nHost: test\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            begun.await();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> server.stop(30)));
            System.exit(0);
        }
    }

    private static Thread hookOfLog() throws ReflectiveOperationException {
        Field hooks = Class.forName("java.lang.ApplicationShutdownHooks").getDeclaredField("hooks");
        hooks.setAccessible(true);
        return ((Map<?, ?>) hooks.get(null))
                .keySet().stream()
                        .map(Thread.class::cast)
                        .filter(hook -> hook.getName().equals("Ringer-access-log-exit"))
                        .findAny()
                        .orElseThrow();
    }

    private static void join(Thread hook) throws IOException {
        try {
            while (hook.getState() == Thread.State.NEW) {
                Thread.onSpinWait();
            }
            hook.join();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }
}
