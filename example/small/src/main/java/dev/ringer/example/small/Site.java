package dev.ringer.example.small;

import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.ringer.files.CompressionFilter;
import dev.ringer.files.FileHandler;
import dev.ringer.multipart.Form;
import dev.ringer.multipart.FormException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A static site with an API. The files of a folder are the site. {@code GET /api/search?q=oak} finds pages, and
 * {@code /api/comments} takes and lists what readers say.
 *
 * <p>The program reads the pages once, when it starts. Comments are in memory, the newest 100 of them.
 */
public final class Site {
    private static final Pattern TITLE = Pattern.compile("(?is)<title>(.*?)</title>");
    private static final Pattern MARKUP = Pattern.compile("(?is)<head>.*?</head>|<script.*?</script>|<[^>]*>");
    private static final int MAX_COMMENTS = 100;
    private static final int MAX_TEXT = 500;

    private record Page(String path, String title, String text) {}

    private final Path folder;
    private final List<Page> pages = new ArrayList<>();
    private final Deque<String> comments = new ConcurrentLinkedDeque<>();

    /** Reads the pages of a folder. */
    public Site(Path folder) throws IOException {
        this.folder = folder;
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : (Iterable<Path>) files.sorted()::iterator) {
                if (file.toString().endsWith(".html")) {
                    pages.add(read(file));
                }
            }
        }
    }

    private Page read(Path file) throws IOException {
        String html = Files.readString(file);
        Matcher title = TITLE.matcher(html);
        String path = "/" + folder.relativize(file).toString().replace('\\', '/');
        String text = MARKUP.matcher(html).replaceAll(" ").toLowerCase(Locale.ROOT);
        return new Page(path, title.find() ? title.group(1) : path, text);
    }

    private void search(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (exchange.getRequestMethod().equals("GET")) {
                answer(exchange);
            } else {
                Answers.methodNotAllowed(exchange, "GET");
            }
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        try {
            String wanted = Form.ofQuery(exchange.getRequestURI().getRawQuery()).text("q");
            if (wanted == null || wanted.isBlank()) {
                Answers.text(exchange, 400, "the query needs a q");
            } else {
                Answers.json(exchange, 200, pagesWith(wanted.strip().toLowerCase(Locale.ROOT)));
            }
        } catch (FormException refused) {
            Answers.text(exchange, refused.status(), refused.getMessage());
        }
    }

    private String pagesWith(String wanted) {
        return pages.stream()
                .filter(page -> page.text.contains(wanted))
                .map(page -> "{\"path\": %s, \"title\": %s}"
                        .formatted(Answers.quoted(page.path), Answers.quoted(page.title)))
                .collect(Collectors.joining(", ", "[", "]"));
    }

    private void comment(HttpExchange exchange) throws IOException {
        try (exchange) {
            switch (exchange.getRequestMethod()) {
                case "GET" -> Answers.json(exchange, 200, "[" + String.join(", ", comments) + "]");
                case "POST" -> addComment(exchange);
                default -> Answers.methodNotAllowed(exchange, "GET, POST");
            }
        }
    }

    private void addComment(HttpExchange exchange) throws IOException {
        try (Form form = Form.read(exchange)) {
            String text = form.text("text");
            if (text == null || text.isBlank() || text.length() > MAX_TEXT) {
                Answers.text(exchange, 400, "the form needs a text of at most " + MAX_TEXT + " characters");
                return;
            }
            String comment = Answers.quoted(text.strip());
            comments.addFirst(comment);
            if (comments.size() > MAX_COMMENTS) {
                comments.pollLast();
            }
            Answers.json(exchange, 201, comment);
        } catch (FormException refused) {
            Answers.text(exchange, refused.status(), refused.getMessage());
        }
    }

    /** Adds the site and its API to a server. */
    public void addTo(HttpServer server) {
        HttpContext files = server.createContext(
                "/",
                FileHandler.builder(folder)
                        .cacheControl("**.css", "public, max-age=3600")
                        .header("X-Content-Type-Options", "nosniff")
                        .build());
        HttpContext search = server.createContext("/api/search", this::search);
        HttpContext comment = server.createContext("/api/comments", this::comment);
        for (HttpContext each : List.of(files, search, comment)) {
            each.getFilters().add(CompressionFilter.of());
        }
    }

    /** Starts the site. The first argument is the port, the second the folder of the site. */
    public static void main(String[] arguments) throws IOException {
        int port = Integer.parseInt(arguments[0]);
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        new Site(Path.of(arguments[1])).addTo(server);
        server.setExecutor(Executors.newFixedThreadPool(16));
        server.start();
        System.out.printf("http://localhost:%d/%n", server.getAddress().getPort());
    }
}
