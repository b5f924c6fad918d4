package dev.ringer.observe;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;

/** A program that starts a recording after its server has answered a request. It ends when a request is recorded. */
final class RecordedMain {
    private static final int MAX_REQUESTS = 100_000;

    private RecordedMain() {}

    public static void main(String[] arguments) throws IOException {
        InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        HttpServer server = HttpServer.create(anyPort, 0);
        server.createContext("/", exchange -> exchange.sendResponseHeaders(204, -1));
        server.start();
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), server.getAddress().getPort())) {
            ask(socket);
            System.out.println("answered before");
            try (Recording recording = new Recording()) {
                recording.enable("dev.ringer.Request").withoutThreshold();
                recording.start();
                int asked = 0;
                while (asked < MAX_REQUESTS && !hasEvent(recording, asked)) {
                    ask(socket);
                    asked++;
                }
                System.out.println(asked < MAX_REQUESTS ? "recorded" : "no event");
            }
        } finally {
            server.stop(0);
        }
    }

    private static void ask(Socket socket) throws IOException {
        socket.getOutputStream().write("GET / HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        for (int newlines = 0, next;
                newlines < 3 && (next = socket.getInputStream().read()) >= 0; ) {
            newlines += next == '\n' ? 1 : 0; // three lines: the status, Date, and the empty line
        }
    }

    private static boolean hasEvent(Recording recording, int asked) throws IOException {
        if (asked % 50 != 49) {
            return false;
        }
        Path file = Files.createTempFile("events", ".jfr");
        try {
            recording.dump(file);
            return RecordingFile.readAllEvents(file).stream()
                    .anyMatch(event -> event.getEventType().getName().equals("dev.ringer.Request"));
        } finally {
            Files.delete(file);
        }
    }
}
