package dev.ringer.files;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;

/**
 * Serves the files of a folder on a disk, in a jar or in any other {@link java.nio.file.FileSystem}. It works on any
 * provider of {@code com.sun.net.httpserver}. It cuts the path of the context off, so that one server may serve several
 * folders.
 *
 * <p>The handler processes a request in this order:
 *
 * <ol>
 *   <li>It serves GET and HEAD and answers OPTIONS. Other methods get 405 with {@code Allow}.
 *   <li>It decodes the path once and strictly. A path that could mean more than a plain name below the root gets 404:
 *       dots, backslashes, encoded slashes, control characters, overlong UTF-8, hidden files, links that lead out.
 *   <li>It redirects a folder without its slash to the path with the slash, and keeps the query. For a folder with its
 *       slash it serves the first index file, else the listing if that is on, else 404.
 *   <li>Of a file's precompressed siblings ({@code .br}, {@code .zst}, {@code .gz}) it takes the one that
 *       {@code Accept-Encoding} wants most.
 *   <li>It evaluates conditions in the order of RFC 9110, 13.2.2: 304 or 412. A file that was written in the last two
 *       seconds has a weak entity tag.
 *   <li>It merges ranges and limits their number (RFC 9110, 14). The answer is 206 with one range or with
 *       {@code multipart/byteranges}, or 416.
 * </ol>
 *
 * <p>If a file becomes shorter while it is sent, {@link #handle} fails and the server closes the connection. So no
 * client takes a part for the whole. A handler blocks while its client is slow. So a server of files should have an
 * executor, or the filter {@link #offload}. Immutable except for its cache, and safe for use by several threads at
 * once.
 *
 * @see FileHandlerBuilder
 * @since 0.1.0
 */
public final class FileHandler implements HttpHandler {
    private static final String ALLOWED = "GET, HEAD, OPTIONS";

    /**
     * The largest content in bytes that counts as a short answer. A larger one and its head might not fit into a
     * server's output buffer.
     */
    private static final int MAX_SHORT = 8 << 10;

    /** How often a file may be replaced between its check and its opening. After that it counts as missing. */
    private static final int MAX_CHANGES = 5;

    private final FileStore store;
    private final List<String> indexFiles;
    private final FolderListing listing; // null if listings are off
    private final boolean hiddenAllowed;
    private final int maxRanges;
    private final Map<String, String> fields;

    FileHandler(
            FileStore store,
            List<String> indexFiles,
            FolderListing listing,
            boolean hiddenAllowed,
            int maxRanges,
            Map<String, String> fields) {
        this.store = store;
        this.indexFiles = indexFiles;
        this.listing = listing;
        this.hiddenAllowed = hiddenAllowed;
        this.maxRanges = maxRanges;
        this.fields = fields;
    }

    /**
     * Creates a handler with the defaults.
     *
     * @param root the folder
     * @return a new handler
     * @throws IllegalArgumentException if there is no such folder
     */
    public static FileHandler of(Path root) {
        return builder(root).build();
    }

    /**
     * Creates a builder with the defaults.
     *
     * @param root the folder
     * @return a new builder
     */
    public static FileHandlerBuilder builder(Path root) {
        return new FileHandlerBuilder(root);
    }

    /**
     * Answers a request.
     *
     * @param exchange the request; the path of its context is cut off
     * @throws IOException if the client is gone, or the file cannot be read to its announced end. The exchange then
     *     stays as it is, so that the server closes the connection
     */
    @Override
    public void handle(HttpExchange exchange) throws IOException {
        switch (exchange.getRequestMethod()) {
            case "GET", "HEAD" -> serve(exchange);
            case "OPTIONS" -> {
                exchange.getResponseHeaders().set("Allow", ALLOWED);
                Answers.empty(exchange, 204);
            }
            default -> {
                exchange.getResponseHeaders().set("Allow", ALLOWED);
                Answers.status(exchange, 405);
            }
        }
    }

    /**
     * Creates a filter for a context of this handler on a server without an executor. The calling thread answers with
     * files of up to 8 KiB that were requested before. It also sends 304s and refusals. This saves a thread switch. Any
     * other request may wait for a disk or for its client, so it goes to the executor with the rest of the chain. Put
     * this filter in front of the other filters. If the executor is full, the answer is 503.
     *
     * <pre>{@code
     * FileHandler files = FileHandler.of(Path.of("site"));
     * server.createContext("/", files).getFilters().add(0, files.offload(Executors.newVirtualThreadPerTaskExecutor()));
     * }</pre>
     *
     * @param executor runs the requests that are not answered at once; a slow download holds its thread
     * @return a new filter
     */
    public Filter offload(Executor executor) {
        return new Offload(this, Objects.requireNonNull(executor, "executor"));
    }

    /** Whether the answer involves no wait, as far as the cached state of the file tells. */
    boolean answersShortly(HttpExchange exchange) {
        String method = exchange.getRequestMethod();
        if (!method.equals("GET") && !method.equals("HEAD")) {
            return true;
        }
        String context = exchange.getHttpContext().getPath();
        RequestPath path = RequestPath.of(exchange.getRequestURI().getRawPath(), context, hiddenAllowed);
        if (path == null) {
            return true;
        }
        StoredFile known = known(path);
        StoredFile file = known == null ? null : store.file(known.name()); // the file may have grown
        if (file == null) {
            return false;
        }
        StoredFile chosen = choice(exchange, file).file();
        return chosen.size() <= MAX_SHORT
                || Conditions.of(exchange.getRequestHeaders(), chosen) != Conditions.Outcome.PROCEED;
    }

    private StoredFile known(RequestPath path) {
        if (!path.folder()) {
            return store.known(path.name());
        }
        String inside = path.name().isEmpty() ? "" : path.name() + '/';
        for (String index : indexFiles) {
            StoredFile file = store.known(inside + index);
            if (file != null) {
                return file;
            }
        }
        return null;
    }

    private void serve(HttpExchange exchange) throws IOException {
        String context = exchange.getHttpContext().getPath();
        RequestPath path = RequestPath.of(exchange.getRequestURI().getRawPath(), context, hiddenAllowed);
        boolean answered = path != null
                && (path.folder()
                        ? serveFolder(exchange, context, path.name())
                        : serveFile(exchange, path.name()) || redirect(exchange, context, path.name()));
        if (!answered) {
            Answers.status(exchange, 404);
        }
    }

    private boolean serveFile(HttpExchange exchange, String name) throws IOException {
        for (int changes = 0; changes < MAX_CHANGES; changes++) {
            StoredFile file = name.isEmpty() ? null : store.file(name);
            if (file == null) {
                return false;
            }
            if (answered(exchange, file)) {
                return true;
            }
        }
        return false;
    }

    private boolean answered(HttpExchange exchange, StoredFile file) throws IOException {
        try {
            Choice choice = choice(exchange, file);
            return new FileResponse(exchange, store, choice.file(), choice.varies(), fields).send(maxRanges);
        } catch (AccessDeniedException e) {
            Answers.status(exchange, 403);
            return true;
        }
    }

    /**
     * The form of a file that is sent.
     *
     * @param file the file itself, or a coded form of it
     * @param varies whether another client might get another form
     */
    private record Choice(StoredFile file, boolean varies) {}

    /**
     * Chooses between the file and its precompressed siblings. If the client wants several of them equally, the first
     * one wins.
     */
    private Choice choice(HttpExchange exchange, StoredFile file) {
        StoredFile best = file;
        boolean varies = false;
        if (!file.siblings().isEmpty()) {
            AcceptEncoding accepted =
                    new AcceptEncoding(exchange.getRequestHeaders().get("Accept-Encoding"));
            int bestWeight = Math.max(1, accepted.weightOfIdentity());
            for (Sibling sibling : file.siblings()) {
                if (!sibling.isThere()) {
                    continue;
                }
                varies = true;
                int weight = accepted.weightOf(sibling.coding().token());
                StoredFile coded = weight >= bestWeight ? store.sibling(sibling, file) : null;
                if (coded != null) {
                    best = coded;
                    bestWeight = weight + 1;
                }
            }
        }
        return new Choice(best, varies);
    }

    private boolean serveFolder(HttpExchange exchange, String context, String name) throws IOException {
        String inside = name.isEmpty() ? "" : name + '/';
        for (String index : indexFiles) {
            if (serveFile(exchange, inside + index)) {
                return true;
            }
        }
        Path folder = listing == null ? null : store.tree().folder(name);
        if (folder == null) {
            return false;
        }
        String query = exchange.getRequestURI().getRawQuery();
        String page;
        try {
            page = listing.page(folder, name.isEmpty(), joined(context, name) + '/', query);
        } catch (AccessDeniedException e) {
            Answers.status(exchange, 403);
            return true;
        } catch (NoSuchFileException | NotDirectoryException removed) {
            return false;
        }
        fields.forEach(exchange.getResponseHeaders()::set);
        listing.addFields(exchange.getResponseHeaders());
        Answers.whole(exchange, 200, "text/html; charset=utf-8", page.getBytes(StandardCharsets.UTF_8));
        return true;
    }

    /**
     * Redirects to the path of a folder with its slash. The new path consists of names that are known to be plain, so
     * it cannot begin with two slashes. Returns false if there is no such folder.
     */
    private boolean redirect(HttpExchange exchange, String context, String name) throws IOException {
        if (store.tree().folder(name) == null) {
            return false;
        }
        String query = exchange.getRequestURI().getRawQuery();
        String path = PathText.encoded(joined(context, name)) + '/';
        exchange.getResponseHeaders().set("Location", query == null ? path : path + '?' + query);
        Answers.status(exchange, 301);
        return true;
    }

    /** Returns the path of a name, without a slash at its end. */
    private static String joined(String context, String name) {
        String before = context.endsWith("/") ? context.substring(0, context.length() - 1) : context;
        return name.isEmpty() ? before : before + '/' + name;
    }
}
