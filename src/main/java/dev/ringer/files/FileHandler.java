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
 * Serves the files of a folder: on a disk, in a jar, in any {@link java.nio.file.FileSystem}. It works on any provider of
 * {@code com.sun.net.httpserver}; the path of the context is cut off, so that one server may serve several folders.
 *
 * <p>What it does with a request, in this order:
 *
 * <ol>
 *   <li>GET and HEAD are served, OPTIONS is answered, other methods get 405 with {@code Allow}.
 *   <li>The path is decoded once and strictly. What could mean more than a plain name below the root (dots, backslashes,
 *       encoded slashes, control characters, overlong UTF-8, hidden files, links that lead out) does not exist: 404.
 *   <li>A folder without its slash is redirected to the path with it, the query kept. With it the first index file is
 *       served, else the listing if that is on, else 404.
 *   <li>Of a file's precompressed siblings ({@code .br}, {@code .zst}, {@code .gz}) the one is taken that
 *       {@code Accept-Encoding} wants most.
 *   <li>Conditions are evaluated in the order of RFC 9110, 13.2.2: 304 or 412. A file that was written in the last two
 *       seconds has a weak entity tag.
 *   <li>Ranges are merged and bounded in number (RFC 9110, 14): 206, one range or {@code multipart/byteranges}, or 416.
 * </ol>
 *
 * <p>A file that is cut while it is sent makes {@link #handle} fail, and the server closes the connection: no client
 * takes a part for the whole. Handlers block while the client is slow, so a server of files should have an executor, or
 * the filter {@link #offload}. Immutable but for its cache, and safe for use by several threads at once.
 *
 * @see FileHandlerBuilder
 * @since 0.1.0
 */
public final class FileHandler implements HttpHandler {
    private static final String ALLOWED = "GET, HEAD, OPTIONS";

    /** Larger contents are not sent shortly: with their head they might not find room in a server's buffer for output. */
    private static final int MAX_SHORT = 8 << 10;

    /** How often a file may be replaced between the look at it and its opening before it counts as not there. */
    private static final int MAX_CHANGES = 5;

    private final FileStore store;
    private final List<String> indexFiles;
    private final FolderListing listing; // null: off
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
     * A handler with the defaults.
     *
     * @param root the folder
     * @return a new handler
     * @throws IllegalArgumentException if there is no such folder
     */
    public static FileHandler of(Path root) {
        return builder(root).build();
    }

    /**
     * Starts from the defaults.
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
     * @param exchange the request; its context's path is cut off
     * @throws IOException if the client is gone, or the file cannot be read to its announced end; the exchange is then
     *     left as it is, so that the server closes the connection
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
     * A filter for a context of this handler whose server has no executor. Files of up to 8 KiB that were asked for
     * before, 304s and refusals stay on the calling thread, which saves the change of threads; everything else may wait for
     * a disk or for its client, and goes to the executor with the rest of the chain. It belongs in front of the other
     * filters. If the executor is full the answer is 503.
     *
     * <pre>{@code
     * FileHandler files = FileHandler.of(Path.of("site"));
     * server.createContext("/", files).getFilters().add(0, files.offload(Executors.newVirtualThreadPerTaskExecutor()));
     * }</pre>
     *
     * @param executor runs what is not answered shortly; a slow download holds its thread
     * @return a new filter
     */
    public Filter offload(Executor executor) {
        return new Offload(this, Objects.requireNonNull(executor, "executor"));
    }

    /** Whether an answer waits for nobody, as far as is known of the file. */
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
        StoredFile file = known == null ? null : store.file(known.name()); // it may have grown
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
     * What is sent of a file.
     *
     * @param file it, or a coded form of it
     * @param varies whether another client might get another form
     */
    private record Choice(StoredFile file, boolean varies) {}

    /** Chooses between the file and its precompressed siblings; the first of several that are wanted as much wins. */
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

    /** The new path is made of names that are known to be plain, so that it cannot begin with two slashes. */
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

    /** The path of a name, without a slash at its end. */
    private static String joined(String context, String name) {
        String before = context.endsWith("/") ? context.substring(0, context.length() - 1) : context;
        return name.isEmpty() ? before : before + '/' + name;
    }
}
