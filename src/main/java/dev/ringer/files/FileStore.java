package dev.ringer.files;

import dev.ringer.files.StoredFile.Labels;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds and opens files. For each request, this class reads the attributes of the file. If the cache has the same
 * attributes, it uses the cached state of the file. Otherwise it finds and reads the file again. Thread-safe.
 *
 * @param tree finds the files
 * @param types the media types of the files
 * @param cacheRules the rules for {@code Cache-Control}, of which the first that matches applies
 * @param precompressed whether precompressed siblings are served
 * @param mostBytesKept the largest file whose content is cached, in bytes
 * @param cache the states of recently requested files
 */
record FileStore(
        FileTree tree,
        MediaTypes types,
        List<CacheRule> cacheRules,
        boolean precompressed,
        int mostBytesKept,
        FileCache cache) {
    /** The {@code Cache-Control} value of all files whose path matches. */
    record CacheRule(PathMatcher matcher, String value) {}

    /** Returns the cached state of a file; null if there is none. Does not access the file system. */
    StoredFile known(String name) {
        return cache.get(name);
    }

    /** Returns the present state of a file on disk; null if there is no such file, or if it must not be served. */
    StoredFile file(String name) {
        StoredFile known = cache.get(name);
        if (known == null) {
            Path path = tree.path(name);
            return path == null || !Files.isRegularFile(path) ? null : readState(name, path, labels(name, path));
        }
        return confirmed(known);
    }

    /** Returns the present state of a file's precompressed sibling on disk; null if there is no sibling. */
    StoredFile sibling(Sibling sibling, StoredFile file) {
        StoredFile known = cache.get(sibling.key);
        return known != null
                ? confirmed(known)
                : readState(
                        sibling.key,
                        sibling.path,
                        new Labels(
                                file.labels().type(),
                                sibling.coding.token,
                                file.labels().cacheControl(),
                                List.of()));
    }

    private StoredFile confirmed(StoredFile known) {
        return known.is(FileTree.attributes(known.path()))
                ? known
                : readState(known.name(), known.path(), known.labels());
    }

    private StoredFile readState(String key, Path path, Labels labels) {
        BasicFileAttributes attributes = FileTree.attributes(path);
        Path real = attributes == null || !attributes.isRegularFile() ? null : tree.real(path);
        if (real == null) {
            cache.remove(key);
            return null;
        }
        StoredFile file = StoredFile.of(key, path, real, attributes, labels);
        if (file.settled()) {
            cache.put(file);
        } else {
            cache.remove(key);
        }
        return file;
    }

    private Labels labels(String name, Path path) {
        String type = types.of(path.getFileName().toString());
        return new Labels(type, null, cacheControl(name), siblings(name, path, type));
    }

    private String cacheControl(String name) {
        Path relative = tree.root().getFileSystem().getPath(name);
        return cacheRules.stream()
                .filter(rule -> rule.matcher().matches(relative))
                .findFirst()
                .map(CacheRule::value)
                .filter(value -> !value.isEmpty())
                .orElse(null);
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
     * Opens a file for reading.
     *
     * @return the content; null if the file has changed
     * @throws AccessDeniedException if the file may not be read
     * @throws IOException if the file has not changed, but cannot be read: for example, no file descriptor is left
     */
    FileContent open(StoredFile file) throws IOException {
        if (file.bytes() != null) {
            return FileContent.of(file.bytes());
        }
        try {
            FileContent content = FileContent.open(file.real(), file::is);
            // check again: another file may have replaced this one just before it was opened
            if (!file.is(FileTree.attributes(file.path()))) {
                content.close();
                return null;
            }
            return file.settled() && file.size() <= mostBytesKept ? kept(file, content) : content;
        } catch (AccessDeniedException e) {
            throw e;
        } catch (IOException failure) {
            if (file.is(FileTree.attributes(file.path())) && file.real().equals(tree.real(file.path()))) {
                throw failure;
            }
            // The file was removed, truncated or replaced by a link. A link may lead to the same file at another place.
            cache.remove(file.name());
            return null;
        }
    }

    /** Reads and caches a small file. Returns null if the file has changed meanwhile. */
    private FileContent kept(StoredFile file, FileContent content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream((int) file.size());
        try (content) {
            content.send(0, file.size(), bytes);
        }
        if (!file.is(FileTree.attributes(file.path()))) {
            return null;
        }
        StoredFile whole = file.withBytes(bytes.toByteArray());
        cache.put(whole);
        return FileContent.of(whole.bytes());
    }
}
