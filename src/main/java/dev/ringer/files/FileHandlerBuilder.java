package dev.ringer.files;

import dev.ringer.files.FileStore.CacheRule;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * Builds a {@link FileHandler}. The defaults are {@code index.html}, no listing, no hidden files, no links out of the
 * root, precompressed siblings, and up to 8 MiB of small files in memory. {@code Cache-Control} is {@code no-cache}:
 * caches keep a file but ask for it each time, which costs a 304. Not safe for use by several threads at once.
 *
 * @since 0.1.0
 */
public final class FileHandlerBuilder {
    private final Path root;
    private final Map<String, String> types = new HashMap<>();
    private final Map<String, String> fields = new LinkedHashMap<>();
    private final List<CacheRule> cacheRules = new ArrayList<>();

    private List<String> indexFiles = List.of("index.html", "index.htm");
    private boolean listing;
    private boolean hiddenFiles;
    private boolean linksLeadAnywhere;
    private boolean precompressed = true;
    private Charset charset = StandardCharsets.UTF_8;
    private int maxRanges = 16;
    private int cachedFileBytes = 64 << 10;
    private long cacheBytes = 8 << 20;

    FileHandlerBuilder(Path root) {
        if (!Files.isDirectory(root)) {
            throw new IllegalArgumentException("no such folder: " + root);
        }
        this.root = root;
    }

    /**
     * Sets the index files. A folder is answered with the first of them that it has.
     *
     * @param names plain file names; without any, no folder has an index (default: index.html, index.htm)
     * @return this
     * @throws IllegalArgumentException if a name is empty or has a slash or backslash
     */
    public FileHandlerBuilder indexFiles(String... names) {
        for (String name : names) {
            if (name.isEmpty() || name.contains("/") || name.contains("\\")) {
                throw new IllegalArgumentException("not a plain file name: " + name);
            }
        }
        indexFiles = List.of(names);
        return this;
    }

    /**
     * Sets whether a folder without an index file is listed. Otherwise it is a 404.
     *
     * @param value true to list (default: false)
     * @return this
     */
    public FileHandlerBuilder listing(boolean value) {
        listing = value;
        return this;
    }

    /**
     * Sets whether names that begin with a dot are served. The top folder's {@code .well-known} (RFC 8615) always is.
     *
     * @param value true to serve them (default: false)
     * @return this
     */
    public FileHandlerBuilder hiddenFiles(boolean value) {
        hiddenFiles = value;
        return this;
    }

    /**
     * Sets whether symbolic links may lead out of the root. The root itself may always be a link.
     *
     * @param value true if everything that a link leads to may be served (default: false)
     * @return this
     */
    public FileHandlerBuilder linksOutOfRoot(boolean value) {
        linksLeadAnywhere = value;
        return this;
    }

    /**
     * Sets whether {@code a.js.br}, {@code a.js.zst} and {@code a.js.gz} are served as {@code a.js} in other codings.
     * The handler looks for such files only beside files whose type shrinks.
     *
     * @param value false to leave them alone (default: true)
     * @return this
     */
    public FileHandlerBuilder precompressed(boolean value) {
        precompressed = value;
        return this;
    }

    /**
     * Sets the media type of files with an extension.
     *
     * @param extension the text after the last dot, in upper or lower case
     * @param type the whole value of {@code Content-Type}, with its parameters
     * @return this
     */
    public FileHandlerBuilder mediaType(String extension, String type) {
        types.put(extension.toLowerCase(Locale.ROOT), Objects.requireNonNull(type, "type"));
        return this;
    }

    /**
     * Sets the character set in the built-in {@code text/*} types.
     *
     * @param value the character set of the files (default: UTF-8)
     * @return this
     */
    public FileHandlerBuilder charset(Charset value) {
        charset = Objects.requireNonNull(value, "charset");
        return this;
    }

    /**
     * Adds a rule for {@code Cache-Control} (RFC 9111, 5.2). The first rule that matches a file applies. A file that
     * matches no rule gets {@code no-cache}.
     *
     * @param glob a pattern for the path below the root, without a slash in front, in the syntax of
     *     {@link java.nio.file.FileSystem#getPathMatcher}: {@code assets/**}, {@code **.html}
     * @param value a value such as {@code public, max-age=31536000, immutable}; empty for no such field
     * @return this
     * @throws java.util.regex.PatternSyntaxException if the pattern is invalid
     */
    public FileHandlerBuilder cacheControl(String glob, String value) {
        Objects.requireNonNull(value, "value");
        cacheRules.add(new CacheRule(root.getFileSystem().getPathMatcher("glob:" + glob), value));
        return this;
    }

    /**
     * Adds a field to every response with a file, a listing or a 304, such as {@code X-Content-Type-Options}.
     *
     * @param name the name of the field
     * @param value the value of the field
     * @return this
     */
    public FileHandlerBuilder field(String name, String value) {
        fields.put(Objects.requireNonNull(name, "name"), Objects.requireNonNull(value, "value"));
        return this;
    }

    /**
     * Limits the ranges of one request. If there are more, the whole file is sent, as RFC 9110, 14.2 allows.
     *
     * @param value the most ranges; 0 answers every request with the whole file (default: 16)
     * @return this
     * @throws IllegalArgumentException if the number is negative
     */
    public FileHandlerBuilder maxRanges(int value) {
        if (value < 0) {
            throw new IllegalArgumentException("maxRanges is negative: " + value);
        }
        maxRanges = value;
        return this;
    }

    /**
     * Limits the memory for recently requested files. The handler checks a file each time before it uses the copy in
     * memory. The time, the size and the key of the file in the file system must be unchanged.
     *
     * @param total the most bytes for all files together; each file takes about 1 KiB besides its content; 0 keeps
     *     nothing (default: 8 MiB)
     * @param perFile the largest file whose content is kept, in bytes (default: 64 KiB)
     * @return this
     * @throws IllegalArgumentException if a size is negative
     */
    public FileHandlerBuilder cache(long total, int perFile) {
        if (total < 0 || perFile < 0) {
            throw new IllegalArgumentException("a size is negative: " + total + ", " + perFile);
        }
        cacheBytes = total;
        cachedFileBytes = perFile;
        return this;
    }

    /**
     * Builds the handler.
     *
     * @return a new handler
     */
    public FileHandler build() {
        FileTree tree = new FileTree(root, linksLeadAnywhere);
        List<CacheRule> rules = new ArrayList<>(cacheRules);
        rules.add(new CacheRule(path -> true, "no-cache"));
        FileStore store = new FileStore(
                tree,
                new MediaTypes(types, charset),
                List.copyOf(rules),
                precompressed,
                cachedFileBytes,
                new FileCache(cacheBytes));
        FolderListing listed = listing ? new FolderListing(tree, hiddenFiles) : null;
        return new FileHandler(store, indexFiles, listed, hiddenFiles, maxRanges, new LinkedHashMap<>(fields));
    }
}
