package dev.ringer.engine;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.ringer.files.FileHandler;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.TimeZone;
import java.util.concurrent.Executors;

/**
 * A program whose server shows time zones and files, and whose handlers {@code /fail} and {@code /other} fail. The main thread reads
 * commands: {@code hold} occupies the whole heap, and {@code free} frees it.
 */
final class ExhaustedMain {
    private static final int BLOCK = 64 * 1024;
    private static final int SPARE = 40; // blocks of 1 KB that stay free

    private ExhaustedMain() {}

    public static void main(String[] arguments) throws IOException {
        Path folder = Files.createTempDirectory("exhausted");
        Files.writeString(folder.resolve("file.txt"), "content");
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        if (arguments[0].equals("pool")) {
            server.setExecutor(Executors.newFixedThreadPool(4, task -> {
                Thread thread = new Thread(task);
                thread.setDaemon(true);
                return thread;
            }));
        }
        server.createContext("/alive", exchange -> exchange.sendResponseHeaders(204, -1));
        server.createContext("/zone", exchange -> answer(exchange, zone()));
        server.createContext("/fail", exchange -> {
            throw new IllegalStateException("a fault of the handler");
        });
        server.createContext("/other", exchange -> {
            throw new UnsupportedOperationException("another fault");
        });
        server.createContext("/", FileHandler.of(folder));
        server.start();
        System.out.println("port " + server.getAddress().getPort());
        obey();
        System.exit(0);
    }

    private static String zone() {
        return TimeZone.getTimeZone("Europe/Paris").getID() + " "
                + ZonedDateTime.now(ZoneId.of("Europe/Paris")).getZone();
    }

    private static void answer(HttpExchange exchange, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private static void obey() throws IOException {
        List<byte[]> held = new ArrayList<>(100_000);
        for (int command; (command = System.in.read()) >= 0; ) {
            if (command == 'h') {
                hold(held);
                System.out.println("held");
            } else if (command == 'f') {
                held.clear();
                System.out.println("freed");
            }
        }
    }

    private static void hold(List<byte[]> held) {
        for (int size = BLOCK; size >= 1024; size /= 2) {
            try {
                while (true) {
                    held.add(new byte[size]);
                }
            } catch (OutOfMemoryError full) { // as intended; go on with smaller blocks
            }
        }
        for (int i = 0; i < SPARE; i++) {
            held.remove(held.size() - 1);
        }
    }
}
