package dev.ringer.files;

import dev.ringer.files.StoredFile.Labels;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds and opens files. For each request, this class reads the attributes of the file. If the cache has the same
 * attributes, it uses the cached state of the file. Otherwise it finds and reads the file again. Thread-safe.
 *
 * @param tree finds the files
 * @param types the media types of the files
 * @param cacheRules the rules for {@code Cache-Control}, of which the first that matches applies
 * @param precompressed whether precompressed siblings are served
 * @param hiddenServed whether files are served that Windows hides by an attribute
 * @param mostBytesKept the largest file whose content is cached, in bytes
 * @param cache the states of recently requested files
 */
record FileStore(
        FileTree tree,
        MediaTypes types,
        List<CacheRule> cacheRules,
        boolean precompressed,
        boolean hiddenServed,
        int mostBytesKept,
        FileCache cache) {
    /** The {@code Cache-Control} value of all files whose path matches; null for no such field. */
    record CacheRule(PathMatcher matcher, @Nullable String value) {}

    /** Returns the cached state of a file; null if there is none. Does not access the file system. */
    @Nullable
    StoredFile known(String name) {
        return cache.get(name);
    }

    /**
     * Returns the present state of a file on disk; null if there is no such file, or if it must not be served.
     *
     * @throws IOException if the file system cannot say whether there is such a file
     */
    @Nullable
    StoredFile file(String name) throws IOException {
        StoredFile known = cache.get(name);
        if (known != null) {
            return confirmed(known, FileTree.attributes(known.path()));
        }
        Path path = tree.path(name);
        BasicFileAttributes attributes = path == null ? null : FileTree.attributes(path);
        return path != null && attributes != null && attributes.isRegularFile()
                ? readState(name, path, attributes, labels(name, path))
                : null;
    }

    /**
     * Returns the present state of a file's precompressed sibling on disk; null if there is no sibling.
     *
     * @param attributes the attributes of the sibling
     */
    @Nullable
    StoredFile sibling(Sibling sibling, BasicFileAttributes attributes, StoredFile file) throws IOException {
        StoredFile known = cache.get(sibling.key);
        return known != null
                ? confirmed(known, attributes)
                : readState(
                        sibling.key,
                        sibling.path,
                        attributes,
                        new Labels(
                                file.labels().type(),
                                sibling.coding.token,
                                file.labels().cacheControl(),
                                List.of()));
    }

    private @Nullable StoredFile confirmed(StoredFile known, @Nullable BasicFileAttributes attributes)
            throws IOException {
        return known.is(attributes) ? known : readState(known.name(), known.path(), attributes, known.labels());
    }

    private @Nullable StoredFile readState(
            String key, Path path, @Nullable BasicFileAttributes attributes, Labels labels) throws IOException {
        Path real = attributes == null || !attributes.isRegularFile() ? null : real(path);
        if (attributes == null || real == null) {
            cache.remove(key);
            return null;
        }
        StoredFile file;
        try {
            file = StoredFile.of(key, path, real, attributes, labels);
        } catch (AccessDeniedException e) {
            throw e;
        } catch (IOException failure) {
            MissingFiles.requireMissing(path, failure);
            return null;
        }
        if (file.cacheable()) {
            cache.put(file);
        } else {
            cache.remove(key);
        }
        return file;
    }

    /** Returns the real path of a folder; null if there is no such folder, or if it must not be served. */
    @Nullable
    Path folder(String name) throws IOException {
        Path path = tree.path(name);
        BasicFileAttributes attributes = path == null ? null : FileTree.attributes(path);
        return path != null && attributes != null && attributes.isDirectory() ? real(path) : null;
    }

    private @Nullable Path real(Path path) throws IOException {
        Path real = tree.real(path);
        return real == null || !hiddenServed && tree.isHiddenByAttribute(path) ? null : real;
    }

    private Labels labels(String name, Path path) {
        String type = types.of(path.getFileName().toString());
        String coding = types.codingOf(path.getFileName().toString());
        return new Labels(type, coding, cacheControl(name), coding == null ? siblings(name, path, type) : List.of());
    }

    private @Nullable String cacheControl(String name) {
        Path relative = tree.root().getFileSystem().getPath(name);
        for (CacheRule rule : cacheRules) {
            if (rule.matcher().matches(relative)) {
                return rule.value();
            }
        }
        return null;
    }

    private List<Sibling> siblings(String name, Path path, String type) {
        if (!precompressed || !MediaTypes.shrinks(type)) {
            return List.of();
        }
        List<Sibling> siblings = new ArrayList<>();
        for (ContentCoding coding : ContentCoding.values()) {
            Path beside = path.resolveSibling(path.getFileName() + coding.suffix);
            siblings.add(new Sibling(coding, name + '\0' + coding.token, beside));
        }
        return List.copyOf(siblings);
    }

    /**
     * A file that is open for reading.
     *
     * @param state the state of the file after it was opened
     * @param content the content, which has at least the size of the state
     */
    record OpenFile(StoredFile state, FileContent content) implements Closeable {
        @Override
        public void close() throws IOException {
            content.close();
        }
    }

    /**
     * Opens a file for reading.
     *
     * @return the open file, with the same state object if the file has not changed; null if the file was removed or
     *     replaced by another file
     * @throws AccessDeniedException if the file may not be read
     * @throws IOException if the file has not changed, but cannot be read: for example, no file descriptor is left
     */
    @Nullable
    OpenFile open(StoredFile file) throws IOException {
        if (file.bytes() != null) {
            return new OpenFile(file, new FileContent.InMemory(file.bytes()));
        }
        try {
            FileContent content = FileContent.open(file.real(), file::is);
            // check again: another file may have replaced this one just before it was opened
            StoredFile state = stateNow(file);
            if (state == null) {
                content.close();
                return null;
            }
            return state.cacheable() && state.size() <= mostBytesKept
                    ? kept(state, content)
                    : new OpenFile(state, content);
        } catch (AccessDeniedException e) {
            throw e;
        } catch (IOException failure) {
            if (file.is(FileTree.attributes(file.path())) && file.real().equals(tree.real(file.path()))) {
                throw new UnreadableFileException(file.path(), failure);
            }
            // The file was removed, truncated or replaced by a link. A link may lead to the same file at another place.
            cache.remove(file.name());
            return null;
        }
    }

    /** Returns the present state of a file; null if it was removed or replaced by another file. */
    private static @Nullable StoredFile stateNow(StoredFile file) throws IOException {
        BasicFileAttributes attributes = FileTree.attributes(file.path());
        if (file.is(attributes)) {
            return file;
        }
        return attributes != null && attributes.isRegularFile() && file.isSameFile(attributes)
                ? StoredFile.of(file.name(), file.path(), file.real(), attributes, file.labels())
                : null;
    }

    /** Reads and caches a small file. Returns null if the file has changed meanwhile. */
    private @Nullable OpenFile kept(StoredFile file, FileContent content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream((int) file.size());
        try (content) {
            content.send(0, file.size(), bytes);
        }
        if (!file.is(FileTree.attributes(file.path()))) {
            return null;
        }
        byte[] whole = bytes.toByteArray();
        cache.put(file.withBytes(whole));
        return new OpenFile(file, new FileContent.InMemory(whole));
    }
}
