package dev.ringer.files;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.ringer.files.FileStore.CacheRule;
import dev.ringer.internal.exchange.ResponseBodyStream;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Serves the files of a folder on a disk, in a jar or in any other {@link java.nio.file.FileSystem}, on any provider of
 * {@code com.sun.net.httpserver}. The handler removes the path of its context from the path of the request, so one
 * server can serve several folders.
 *
 * <pre>{@code
 * server.createContext("/", FileHandler.of(Path.of("site")));
 *
 * server.createContext("/app", FileHandler.builder(Path.of("dist"))
 *         .fallback("index.html")                                              // a single-page application
 *         .cacheControl("assets/**", "public, max-age=31536000, immutable")
 *         .build());
 * }</pre>
 *
 * <p>The handler processes a request in these steps:
 *
 * <ol>
 *   <li>GET and HEAD requests are served, and OPTIONS requests are answered. All other methods get 405 with
 *       {@code Allow}.
 *   <li>The path is decoded once and strictly. If it could mean anything but a file or folder below the root, it gets
 *       404: paths with {@code ..}, backslashes, encoded slashes, control characters or overlong UTF-8, hidden files,
 *       and links that lead out of the root.
 *   <li>If the path of a folder doesn't end with a slash, the request is redirected to the path with a slash, and the
 *       query is kept. If the path does end with a slash, the answer is the first index file of the folder, or a
 *       listing if listings are on, or else 404.
 *   <li>Of the file and its precompressed siblings ({@code .br}, {@code .zst}, {@code .gz}), the one that
 *       {@code Accept-Encoding} prefers is chosen.
 *   <li>The request's conditions are evaluated in the order of RFC 9110, 13.2.2, and may lead to 304 or 412. A file
 *       that was written in the last two seconds has a weak entity tag.
 *   <li>Ranges are merged and their number is limited (RFC 9110, 14). The answer is 206 with one range or with
 *       {@code multipart/byteranges}, or 416.
 * </ol>
 *
 * <p>If a file shrinks while it's being sent, {@link #handle} throws an exception and the server closes the connection,
 * so that the client can see that the response is incomplete. On Ringer, the handler returns at once, and the server
 * sends the file as fast as the client takes it. On other providers it blocks while its client is slow, so give such a
 * server an executor, or give this context the filter {@link #offload}. The handler is thread-safe, and immutable
 * except for its cache.
 *
 * @see Builder
 * @since 0.1.0
 */
public final class FileHandler implements HttpHandler {
    /**
     * The largest content, in bytes, that can be sent without waiting for the client. A larger content might not fit
     * into the server's output buffer together with the response head.
     */
    private static final int MAX_SHORT = 8 << 10;

    /**
     * The largest cached content, in bytes, that Ringer can send without waiting for the client. Ringer buffers the
     * bytes that the client does not read immediately (setting {@code responseBuffer}).
     */
    private static final int MAX_SHORT_ON_RINGER = 64 << 10;

    /** The most attempts to open a file that is replaced again and again. After them, the answer is 503. */
    private static final int MAX_CHANGES = 100;

    static {
        useAll();
    }

    private final FileStore store;
    private final List<String> indexFiles;
    private final @Nullable FolderListing listing; // null if listings are off
    private final boolean hiddenAllowed;
    private final int maxRanges; // 0 if requests for ranges get the whole file
    private final Map<String, String> fields;
    private final @Nullable String fallback; // null if there is none
    private final @Nullable String notFoundPage; // null if there is none

    /**
     * Initialises the classes that requests need. If that failed during a request, because no memory is left for a
     * moment, the classes would stay broken until the JVM ends.
     */
    private static void useAll() {
        Class<?>[] used = {
            Answers.class,
            ByteRanges.class,
            CompressedExchange.class,
            Conditions.Outcome.class,
            ContentCoding.class,
            FileTransfer.class,
            FileTree.class,
            FolderListing.class,
            GzipStream.class,
            HttpDates.class,
            MediaTypes.class,
            PathText.class
        };
        try {
            for (Class<?> each : used) {
                MethodHandles.lookup().ensureInitialized(each);
            }
        } catch (IllegalAccessException e) {
            throw new AssertionError(e); // all are in this package
        }
        HttpDates.text(0); // loads the names of days and months
    }

    private FileHandler(Builder from) {
        FileTree tree = new FileTree(from.root, from.externalLinks);
        List<CacheRule> rules = new ArrayList<>(from.cacheRules);
        rules.add(new CacheRule(path -> true, "no-cache"));
        this.store = new FileStore(
                tree,
                new MediaTypes(from.types, from.charset),
                List.copyOf(rules),
                from.precompressed,
                from.hiddenFiles,
                from.cachedFileBytes,
                new FileCache(from.cacheBytes));
        this.indexFiles = from.indexFiles;
        this.listing = from.listing ? new FolderListing(tree, from.hiddenFiles) : null;
        this.hiddenAllowed = from.hiddenFiles;
        this.maxRanges = from.maxRanges();
        this.fields = new LinkedHashMap<>(from.fields);
        this.fallback = from.fallback;
        this.notFoundPage = from.notFoundPage;
    }

    /**
     * {@return a new handler with the defaults}
     *
     * @param root the folder
     * @throws IllegalArgumentException if there is no such folder
     */
    public static FileHandler of(Path root) {
        return builder(root).build();
    }

    /**
     * {@return a new builder with the defaults}
     *
     * @param root the folder
     */
    public static Builder builder(Path root) {
        return new Builder(root);
    }

    /**
     * Answers a request.
     *
     * @param exchange the exchange of the request
     * @throws IOException if the client is gone, or the file system cannot say whether there is such a file, or the
     *     file cannot be opened or read to its announced end. In each of these cases the handler does not end the
     *     exchange, so the server closes the connection
     */
    @Override
    public void handle(HttpExchange exchange) throws IOException {
        String method = exchange.getRequestMethod();
        if (method.equals("GET") || method.equals("HEAD")) {
            serve(exchange);
            return;
        }
        exchange.getResponseHeaders().set("Allow", "GET, HEAD, OPTIONS");
        if (method.equals("OPTIONS")) {
            Answers.empty(exchange, 204);
        } else {
            Answers.status(exchange, 405);
        }
    }

    /**
     * Creates a filter for a context with this handler, on a server without an executor, for which the filter brings
     * one. The calling thread answers what can't block, which saves a thread switch: files of up to 8 KiB that were
     * requested before (on Ringer up to 64 KiB, if their content is cached), 405, and 304 for such a file. Everything
     * else may wait for a disk or its client, and goes to the executor; if that rejects it, the answer is 503. Put this
     * filter before all others.
     *
     * <pre>{@code
     * FileHandler files = FileHandler.of(Path.of("site"));
     * server.createContext("/", files).getFilters().add(0, files.offload(Executors.newCachedThreadPool()));
     * }</pre>
     *
     * @param executor runs the requests that are not answered immediately; a slow download occupies its thread, unless
     *     the server is Ringer
     * @return a new filter
     */
    public Filter offload(Executor executor) {
        return new Offload(this::answersAtOnce, Objects.requireNonNull(executor, "executor"));
    }

    /** Whether the calling thread can answer a request without waiting. Returns false for a file that is not cached. */
    private boolean answersAtOnce(HttpExchange exchange) {
        try {
            return canAnswerAtOnce(exchange);
        } catch (IOException unreadable) {
            return false; // the executor's thread will report it
        }
    }

    private boolean canAnswerAtOnce(HttpExchange exchange) throws IOException {
        String method = exchange.getRequestMethod();
        if (!method.equals("GET") && !method.equals("HEAD")) {
            return true;
        }
        String context = exchange.getHttpContext().getPath();
        RequestPath path = RequestPath.of(exchange.getRequestURI().getRawPath(), context, hiddenAllowed);
        if (path == null) {
            return notFoundPage == null; // the page of a 404 is read from the disk
        }
        StoredFile known = known(path);
        // Read the attributes again, because the file may have grown since it was cached.
        StoredFile file = known == null ? null : store.file(known.name());
        if (file == null) {
            return false;
        }
        StoredFile chosen = response(exchange, file).file();
        return chosen.size() <= MAX_SHORT
                || chosen.size() <= MAX_SHORT_ON_RINGER
                        && chosen.bytes() != null
                        && exchange.getResponseBody() instanceof ResponseBodyStream
                || Conditions.of(exchange.getRequestHeaders(), chosen) != Conditions.Outcome.PROCEED;
    }

    private @Nullable StoredFile known(RequestPath path) {
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
        try {
            boolean answered = path != null
                    && (path.folder()
                            ? serveFolder(exchange, context, path.name())
                            : serveFile(exchange, path.name()) || redirect(exchange, context, path.name()));
            if (!answered && !serveFallback(exchange, path)) {
                notFound(exchange);
            }
        } catch (AccessDeniedException e) {
            Answers.status(exchange, 403);
        }
    }

    /** Serves the fallback file for the path of a page, which has no extension. */
    private boolean serveFallback(HttpExchange exchange, @Nullable RequestPath path) throws IOException {
        return fallback != null
                && path != null
                && path.name().indexOf('.', path.name().lastIndexOf('/') + 1) < 0
                && serveFile(exchange, fallback);
    }

    private void notFound(HttpExchange exchange) throws IOException {
        StoredFile page = notFoundPage == null ? null : store.file(notFoundPage);
        if (page == null || !new FileResponse(exchange, store, page, false, fields).sendAsErrorPage(404)) {
            Answers.status(exchange, 404);
        }
    }

    private boolean serveFile(HttpExchange exchange, String name) throws IOException {
        for (int changes = 0; changes < MAX_CHANGES; changes++) {
            StoredFile file = name.isEmpty() ? null : store.file(name);
            if (file == null) {
                return false;
            }
            if (sendFile(exchange, file)) {
                return true;
            }
        }
        Answers.status(exchange, 503);
        return true;
    }

    /** Sends a file, or its precompressed sibling unless the sibling may not be read. Returns false if it has changed. */
    private boolean sendFile(HttpExchange exchange, StoredFile file) throws IOException {
        FileResponse response = response(exchange, file);
        try {
            return response.send(maxRanges);
        } catch (AccessDeniedException e) { // nothing was sent
            if (response.file() == file) {
                throw e;
            }
            return new FileResponse(exchange, store, file, true, fields).send(maxRanges);
        }
    }

    /**
     * Returns the response with the requested file or one of its precompressed siblings. If the client has no
     * preference between several siblings, chooses the first one.
     */
    private FileResponse response(HttpExchange exchange, StoredFile file) throws IOException {
        StoredFile best = file;
        boolean varies = false;
        if (!file.labels().siblings().isEmpty()) {
            AcceptEncoding accepted =
                    new AcceptEncoding(exchange.getRequestHeaders().get("Accept-Encoding"));
            int bestWeight = Math.max(1, accepted.weightOfIdentity());
            for (Sibling sibling : file.labels().siblings()) {
                BasicFileAttributes attributes = sibling.attributesFor(file.modified());
                if (attributes == null) {
                    continue;
                }
                varies = true;
                int weight = accepted.weightOf(sibling.coding.token);
                StoredFile coded = weight >= bestWeight ? store.sibling(sibling, attributes, file) : null;
                if (coded != null) {
                    best = coded;
                    bestWeight = weight + 1;
                }
            }
        }
        return new FileResponse(exchange, store, best, varies, fields);
    }

    private boolean serveFolder(HttpExchange exchange, String context, String name) throws IOException {
        String inside = name.isEmpty() ? "" : name + '/';
        for (String index : indexFiles) {
            if (serveFile(exchange, inside + index)) {
                return true;
            }
        }
        Path folder = listing == null ? null : store.folder(name);
        if (listing == null || folder == null) {
            return false;
        }
        String query = exchange.getRequestURI().getRawQuery();
        String page;
        try {
            page = listing.page(folder, name.isEmpty(), joined(context, name) + '/', query);
        } catch (AccessDeniedException e) {
            throw e;
        } catch (IOException failure) {
            MissingFiles.requireMissing(folder, failure);
            return false;
        }
        fields.forEach(exchange.getResponseHeaders()::set);
        listing.addFields(exchange.getResponseHeaders());
        Answers.whole(exchange, 200, "text/html; charset=utf-8", page.getBytes(StandardCharsets.UTF_8));
        return true;
    }

    /**
     * Redirects from a folder to the same path with a slash at the end. Returns false if there is no such folder. The
     * name has no empty segment. So the new path cannot begin with two slashes, which would lead to another host.
     */
    private boolean redirect(HttpExchange exchange, String context, String name) throws IOException {
        if (store.folder(name) == null) {
            return false;
        }
        String query = exchange.getRequestURI().getRawQuery();
        String path = PathText.encoded(joined(context, name)) + '/';
        exchange.getResponseHeaders().set("Location", query == null ? path : path + '?' + query);
        Answers.status(exchange, 301);
        return true;
    }

    /** Joins the path of a context and a name below it, without a slash at the end. */
    private static String joined(String context, String name) {
        String before = context.endsWith("/") ? context.substring(0, context.length() - 1) : context;
        return name.isEmpty() ? before : before + '/' + name;
    }

    /**
     * Builds a {@link FileHandler}. By default it serves {@code index.html} or else {@code index.htm} for a folder, and
     * precompressed siblings, but no listings, no hidden files and no links out of the root, and keeps up to 8 MiB of
     * small files in memory. {@code Cache-Control} is {@code no-cache}: caches may store a file, but must ask each time
     * whether it has changed. Not safe for use by several threads at once.
     *
     * @since 0.1.0
     */
    public static final class Builder {
        private static final int UNSET = -1;
        private static final int MAX_RANGES = 256;
        private static final int MAX_RANGES_OF_STREAMS = 16;

        private final Path root;
        private final Map<String, String> types = new HashMap<>();
        private final Map<String, String> fields = new LinkedHashMap<>();
        private final List<CacheRule> cacheRules = new ArrayList<>();

        private List<String> indexFiles = List.of("index.html", "index.htm");
        private boolean listing;
        private boolean hiddenFiles;
        private boolean externalLinks;
        private boolean precompressed = true;
        private Charset charset = StandardCharsets.UTF_8;
        private @Nullable String fallback; // null if there is none
        private @Nullable String notFoundPage; // null if there is none
        private boolean ranges = true;
        private int maxRanges = UNSET;
        private int cachedFileBytes = 64 << 10;
        private long cacheBytes = 8 << 20;

        private Builder(Path root) {
            if (!Files.isDirectory(root)) {
                throw new IllegalArgumentException("no such folder: " + root);
            }
            this.root = root;
        }

        /**
         * Sets the index files. A folder is served as the first of these that it contains.
         *
         * @param names plain file names; with no names, no folder has an index file (default: index.html, index.htm)
         * @return this
         * @throws IllegalArgumentException if a name is empty or has a slash or backslash
         */
        public Builder indexFiles(String... names) {
            for (String name : names) {
                if (name.isEmpty() || name.contains("/") || name.contains("\\")) {
                    throw new IllegalArgumentException(
                            "an index file must be a plain file name, without a path: " + name);
                }
            }
            indexFiles = List.of(names);
            return this;
        }

        /**
         * Sets whether the handler lists the content of a folder without an index file. If not, the answer is 404.
         *
         * @param value true to list folders (default: false)
         * @return this
         */
        public Builder listing(boolean value) {
            listing = value;
            return this;
        }

        /**
         * Sets whether files and folders are served whose names begin with a dot, or which on Windows have the
         * attribute "hidden". The folder {@code .well-known} directly below the root (RFC 8615) always is.
         *
         * @param value true to serve them (default: false)
         * @return this
         */
        public Builder hiddenFiles(boolean value) {
            hiddenFiles = value;
            return this;
        }

        /**
         * Sets whether symbolic links may lead out of the root. The root itself may always be a link.
         *
         * @param value true to serve files and folders outside the root to which a link leads (default: false)
         * @return this
         */
        public Builder followExternalLinks(boolean value) {
            externalLinks = value;
            return this;
        }

        /**
         * Sets whether {@code a.js.br}, {@code a.js.zst} and {@code a.js.gz} are served in place of {@code a.js}, to
         * clients that accept these codings. The handler looks for them only beside files of a type that compression
         * makes notably smaller.
         *
         * @param value false to ignore such files (default: true)
         * @return this
         */
        public Builder precompressed(boolean value) {
            precompressed = value;
            return this;
        }

        /**
         * Sets the file that is served, with status 200, for paths that name no file or folder and whose last segment
         * has no dot. A single-page application needs it, because only its script knows the paths of its pages. Paths
         * that the handler refuses still get 404.
         *
         * @param name the path of the file below the root, without a slash in front; {@code index.html} for most
         *     applications (default: no such file)
         * @return this
         * @throws IllegalArgumentException if the name begins with a slash
         */
        public Builder fallback(String name) {
            fallback = belowRoot(name);
            return this;
        }

        /**
         * Sets the file whose content is the page of every 404. Without such a file on disk, the page is a line of
         * text.
         *
         * @param name the path of the file below the root, without a slash in front, such as {@code 404.html} (default:
         *     no such file)
         * @return this
         * @throws IllegalArgumentException if the name begins with a slash
         */
        public Builder notFoundPage(String name) {
            notFoundPage = belowRoot(name);
            return this;
        }

        private static String belowRoot(String name) {
            if (name.startsWith("/")) {
                throw new IllegalArgumentException(
                        "path must be relative to the root: " + name + "; remove the leading slash");
            }
            return name;
        }

        /**
         * Sets the media type of files with an extension.
         *
         * @param extension the text after the last dot, in upper or lower case
         * @param type the whole value of {@code Content-Type}, with its parameters
         * @return this
         */
        public Builder mediaType(String extension, String type) {
            types.put(extension.toLowerCase(Locale.ROOT), Objects.requireNonNull(type, "type"));
            return this;
        }

        /**
         * Sets the character set that the handler adds to the built-in {@code text/*} types.
         *
         * @param value the character set of the files (default: UTF-8)
         * @return this
         */
        public Builder charset(Charset value) {
            charset = Objects.requireNonNull(value, "charset");
            return this;
        }

        /**
         * Adds a rule for {@code Cache-Control} (RFC 9111, 5.2). The first rule that matches a file applies. A file
         * that matches no rule gets {@code no-cache}, and so does a listing. A redirect and a 404 have no
         * {@code Cache-Control}.
         *
         * @param glob a pattern for the path below the root, without a slash in front, in the syntax of
         *     {@link java.nio.file.FileSystem#getPathMatcher}: {@code assets/**}, {@code **.html}
         * @param value a value such as {@code public, max-age=31536000, immutable}
         * @return this
         * @throws IllegalArgumentException if the value is blank
         * @throws java.util.regex.PatternSyntaxException if the pattern is invalid
         */
        public Builder cacheControl(String glob, String value) {
            if (value.isBlank()) {
                throw new IllegalArgumentException(
                        "the Cache-Control value must not be blank; to send none, use withoutCacheControl");
            }
            cacheRules.add(new CacheRule(matcher(glob), value));
            return this;
        }

        /**
         * Adds a rule that the responses with some files have no {@code Cache-Control}. Among these rules and those of
         * {@link #cacheControl}, the first that matches a file applies.
         *
         * @param glob a pattern for the path below the root, as {@link #cacheControl} takes it
         * @return this
         * @throws java.util.regex.PatternSyntaxException if the pattern is invalid
         */
        public Builder withoutCacheControl(String glob) {
            cacheRules.add(new CacheRule(matcher(glob), null));
            return this;
        }

        private PathMatcher matcher(String glob) {
            return root.getFileSystem().getPathMatcher("glob:" + glob);
        }

        /**
         * Adds a header field, such as {@code X-Content-Type-Options}, to every response with a file, a listing or the
         * {@linkplain #notFoundPage page of a 404}, and to every 304. Responses without them, such as a redirect or a
         * plain 404, don't get it.
         *
         * @param name the name of the field
         * @param value the value of the field
         * @return this
         */
        public Builder header(String name, String value) {
            fields.put(Objects.requireNonNull(name, "name"), Objects.requireNonNull(value, "value"));
            return this;
        }

        /**
         * Sets whether the handler answers requests for parts of a file (RFC 9110, 14). If not, it always sends the
         * whole file, and says nothing of ranges in its responses.
         *
         * @param value false to ignore the field {@code Range} (default: true)
         * @return this
         */
        public Builder ranges(boolean value) {
            ranges = value;
            return this;
        }

        /**
         * Limits the number of ranges in one request. If a request has more, the whole file is sent, as RFC 9110, 14.2
         * allows.
         *
         * @param value the most ranges, 1 or more (default: 256, or 16 for the files of a jar, which are decompressed
         *     again for each range)
         * @return this
         * @throws IllegalArgumentException if the number is not positive
         */
        public Builder maxRanges(int value) {
            if (value < 1) {
                throw new IllegalArgumentException("maxRanges must be positive: " + value);
            }
            maxRanges = value;
            return this;
        }

        /**
         * Limits the memory for copies of recently requested files. Before a copy is used, the handler checks that the
         * file still has the same modification time, size and file key, such as an inode number.
         *
         * @param total the most bytes for all files together; each file takes about 1 KiB in addition to its content; 0
         *     for no copies (default: 8 MiB)
         * @param perFile the largest file whose content is kept, in bytes (default: 64 KiB)
         * @return this
         * @throws IllegalArgumentException if a size is negative
         */
        public Builder cache(long total, int perFile) {
            if (total < 0 || perFile < 0) {
                throw new IllegalArgumentException(
                        "cache sizes must not be negative: " + total + " in total, " + perFile + " per file");
            }
            cacheBytes = total;
            cachedFileBytes = perFile;
            return this;
        }

        /** Returns the most ranges in a request; 0 if requests for ranges get the whole file. */
        private int maxRanges() {
            if (!ranges) {
                return 0;
            }
            if (maxRanges != UNSET) {
                return maxRanges;
            }
            return root.getFileSystem() == FileSystems.getDefault() ? MAX_RANGES : MAX_RANGES_OF_STREAMS;
        }

        /** {@return a new handler with the options of this builder} */
        public FileHandler build() {
            return new FileHandler(this);
        }
    }
}
