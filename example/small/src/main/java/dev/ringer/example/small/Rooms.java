package dev.ringer.example.small;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.ringer.Ringer;
import dev.ringer.files.FileHandler;
import dev.ringer.multipart.Form;
import dev.ringer.multipart.FormException;
import dev.ringer.websocket.WebSocketHandler;
import dev.ringer.websocket.WebSocketListener;
import dev.ringer.websocket.WebSocketSession;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A chat with rooms. A WebSocket at {@code /rooms/garden?name=Ada} enters a room, and {@code GET /rooms} lists the
 * rooms. Who enters gets the last messages. A room ends when the last visitor leaves.
 *
 * <p>One lock guards all rooms. No thread waits for a client while it has the lock, because {@code trySendText} never
 * waits.
 */
public final class Rooms implements WebSocketListener {
    private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{N} _-]{1,30}");
    private static final int MAX_RECENT = 20;

    private static final class Room {
        final Set<WebSocketSession> visitors = new HashSet<>();
        final Deque<String> recent = new ArrayDeque<>();

        /** Sends a message to all visitors. A visitor whose client is too slow misses it. */
        void say(String message) {
            if (recent.size() == MAX_RECENT) {
                recent.removeFirst();
            }
            recent.addLast(message);
            visitors.forEach(visitor -> visitor.trySendText(message));
        }
    }

    private final Map<String, Room> rooms = new TreeMap<>();

    @Override
    public void onOpen(WebSocketSession session) {
        String room = session.requestUri().getPath().substring("/rooms/".length());
        String name = visitorName(session);
        if (name == null || !NAME.matcher(name).matches() || !NAME.matcher(room).matches()) {
            session.close(1008, "a name has 1 to 30 letters, digits, blanks, _ and -");
        } else {
            session.attributes().put("room", room);
            session.attributes().put("name", name);
            enter(room, name, session);
        }
    }

    /** Returns the name in the query; null if there is none. */
    private static String visitorName(WebSocketSession session) {
        try {
            return Form.ofQuery(session.requestUri().getRawQuery()).text("name");
        } catch (FormException malformed) {
            return null;
        }
    }

    private synchronized void enter(String name, String visitor, WebSocketSession session) {
        Room room = rooms.computeIfAbsent(name, unused -> new Room());
        room.recent.forEach(session::trySendText);
        room.visitors.add(session);
        room.say(visitor + " has come");
    }

    @Override
    public synchronized void onText(WebSocketSession session, String message) {
        Room room = roomOf(session);
        if (room != null) {
            room.say(session.attributes().get("name") + ": " + message);
        }
    }

    @Override
    public synchronized void onClose(WebSocketSession session, int code, String reason) {
        Room room = roomOf(session);
        if (room != null && room.visitors.remove(session)) {
            room.say(session.attributes().get("name") + " has left");
            rooms.values().removeIf(each -> each.visitors.isEmpty());
        }
    }

    /** Returns the room of a session; null if the session was refused. */
    private Room roomOf(WebSocketSession session) {
        Object name = session.attributes().get("room");
        return name == null ? null : rooms.get(name);
    }

    private void list(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (exchange.getRequestMethod().equals("GET")) {
                Answers.json(exchange, 200, numberOfVisitors());
            } else {
                Answers.methodNotAllowed(exchange, "GET");
            }
        }
    }

    private synchronized String numberOfVisitors() {
        return rooms.entrySet().stream()
                .map(room -> Answers.quoted(room.getKey()) + ": "
                        + room.getValue().visitors.size())
                .collect(Collectors.joining(", ", "{", "}"));
    }

    /** Adds the chat and its page, which is in a folder, to a server. */
    public void addTo(HttpServer server, Path page) {
        server.createContext("/rooms", this::list);
        server.createContext(
                "/rooms/", WebSocketHandler.builder(this).maxMessageBytes(4096).build());
        server.createContext("/", FileHandler.of(page));
    }

    /** Starts the chat. Arguments: port, folder of the page; for HTTPS also the PEM files of certificate and key. */
    public static void main(String[] arguments) throws IOException {
        int port = Integer.parseInt(arguments[0]);
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        HttpServer server = arguments.length > 3 ? HttpsServer.create(address, 0) : HttpServer.create(address, 0);
        if (server instanceof HttpsServer https) {
            Path certificate = Path.of(arguments[2]);
            https.setHttpsConfigurator(new HttpsConfigurator(Ringer.sslContext(certificate, Path.of(arguments[3]))));
        }
        new Rooms().addTo(server, Path.of(arguments[1]));
        server.setExecutor(Executors.newFixedThreadPool(8));
        server.start();
        String scheme = server instanceof HttpsServer ? "https" : "http";
        System.out.printf("%s://localhost:%d/%n", scheme, server.getAddress().getPort());
    }
}
