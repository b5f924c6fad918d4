package dev.ringer.example.small;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import dev.ringer.files.FileHandler;
import dev.ringer.files.FileTransfer;
import dev.ringer.multipart.Form;
import dev.ringer.multipart.FormException;
import dev.ringer.multipart.FormFile;
import dev.ringer.multipart.FormOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A REST service with uploads. {@code POST /pictures} takes a form with a title and a file, {@code GET /pictures} lists
 * what is there, and {@code GET} and {@code DELETE} of {@code /pictures/1} send and delete a picture.
 *
 * <p>The files are in a folder. The list is in memory, so it is empty after each start.
 */
public final class Pictures implements HttpHandler {
    private static final Pattern PATH = Pattern.compile("/pictures(?:/(\\d{1,9}))?");

    /** Types that browsers show without running code in them. SVG is not one of them. */
    private static final Set<String> TYPES = Set.of("image/png", "image/jpeg", "image/gif", "image/webp");

    private static final FormOptions LIMITS =
            FormOptions.builder().maxFileBytes(10 << 20).maxTotalBytes(11 << 20).build();

    private record Picture(int id, String title, String type, long size) {
        String json() {
            return "{\"id\": %d, \"title\": %s, \"type\": %s, \"size\": %d}"
                    .formatted(id, Answers.quoted(title), Answers.quoted(type), size);
        }
    }

    private final Path folder;
    private final Map<Integer, Picture> pictures = new ConcurrentSkipListMap<>();
    private final AtomicInteger lastId = new AtomicInteger();

    /** Makes a service that stores its files in an existing folder. */
    public Pictures(Path folder) {
        this.folder = folder;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            Matcher path = PATH.matcher(exchange.getRequestURI().getPath());
            if (!path.matches()) {
                Answers.text(exchange, 404, "no such resource");
            } else if (path.group(1) == null) {
                handleAll(exchange);
            } else {
                handleOne(exchange, Integer.parseInt(path.group(1)));
            }
        }
    }

    private void handleAll(HttpExchange exchange) throws IOException {
        switch (exchange.getRequestMethod()) {
            case "GET" -> Answers.json(exchange, 200, list());
            case "POST" -> upload(exchange);
            default -> Answers.methodNotAllowed(exchange, "GET, POST");
        }
    }

    private String list() {
        return pictures.values().stream().map(Picture::json).collect(Collectors.joining(",\n", "[", "]"));
    }

    private void upload(HttpExchange exchange) throws IOException {
        try (Form form = Form.read(exchange, LIMITS)) {
            String title = form.text("title");
            FormFile file = form.file("file");
            if (title == null || title.isBlank() || file == null || file.size() == 0) {
                Answers.text(exchange, 400, "the form needs a title and a file");
            } else if (!TYPES.contains(file.contentType())) {
                Answers.text(exchange, 415, "the file is not a PNG, JPEG, GIF or WebP picture");
            } else {
                Picture picture = new Picture(lastId.incrementAndGet(), title, file.contentType(), file.size());
                file.moveTo(place(picture.id));
                pictures.put(picture.id, picture);
                exchange.getResponseHeaders().set("Location", "/pictures/" + picture.id);
                Answers.json(exchange, 201, picture.json());
            }
        } catch (FormException refused) {
            Answers.text(exchange, refused.status(), refused.getMessage());
        }
    }

    private void handleOne(HttpExchange exchange, int id) throws IOException {
        Picture picture = pictures.get(id);
        if (picture == null) {
            Answers.text(exchange, 404, "no such picture");
            return;
        }
        switch (exchange.getRequestMethod()) {
            case "GET" -> send(exchange, picture);
            case "DELETE" -> {
                pictures.remove(id);
                Files.deleteIfExists(place(id));
                exchange.sendResponseHeaders(204, -1);
            }
            default -> Answers.methodNotAllowed(exchange, "GET, DELETE");
        }
    }

    private void send(HttpExchange exchange, Picture picture) throws IOException {
        try (FileChannel file = FileChannel.open(place(picture.id))) {
            exchange.getResponseHeaders().set("Content-Type", picture.type);
            exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
            exchange.sendResponseHeaders(200, picture.size);
            FileTransfer.copy(file, 0, picture.size, exchange.getResponseBody());
        } catch (NoSuchFileException deletedMeanwhile) {
            Answers.text(exchange, 404, "no such picture");
        }
    }

    private Path place(int id) {
        return folder.resolve(Integer.toString(id));
    }

    /** Starts the service and its page. The first argument is the port, the second the folder of the page. */
    public static void main(String[] arguments) throws IOException {
        int port = Integer.parseInt(arguments[0]);
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.createContext("/pictures", new Pictures(Files.createTempDirectory("pictures")));
        server.createContext("/", FileHandler.of(Path.of(arguments[1])));
        server.setExecutor(Executors.newFixedThreadPool(16));
        server.start();
        System.out.printf("http://localhost:%d/%n", server.getAddress().getPort());
    }
}
