package dev.ringer.files;

import com.sun.net.httpserver.Headers;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Lists the content of a folder as an HTML page. Folders come first. The query can sort the list by name, size or time
 * ({@code ?sort=size&order=desc}). The page follows the light or dark scheme of the browser. File names are untrusted
 * text, so they are escaped in the page and encoded in its links, and no script may run on the page. Only files and
 * folders that a request can reach are listed.
 */
record FolderListing(FileTree tree, boolean hiddenShown) {
    private static final int MAX_ENTRIES = 10_000;
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);

    private static final String STYLE = """
            :root{color-scheme:light dark}
            body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
            h1{font-size:1.25rem;overflow-wrap:anywhere}
            table{border-collapse:collapse;width:100%}
            th{text-align:left;border-bottom:1px solid}
            td,th{padding:.2rem .75rem .2rem 0}
            td:first-child{overflow-wrap:anywhere}
            .n{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
            """;

    private record Entry(String name, boolean folder, long size, Instant modified) {}

    private enum Order {
        NAME("name", "Name", Comparator.comparing(Entry::name, String.CASE_INSENSITIVE_ORDER)),
        SIZE("size", "Bytes", Comparator.comparingLong(Entry::size)),
        TIME("time", "Modified (UTC)", Comparator.comparing(Entry::modified));

        private final String key;
        private final String title;
        private final Comparator<Entry> comparator;

        Order(String key, String title, Comparator<Entry> comparator) {
            this.key = key;
            this.title = title;
            this.comparator = comparator.thenComparing(Entry::name);
        }
    }

    /** Adds the header fields of the response, except Content-Type. */
    void addFields(Headers response) {
        response.set("Cache-Control", "no-cache");
        response.set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'");
        response.set("X-Content-Type-Options", "nosniff");
    }

    /**
     * Returns the page.
     *
     * @param folder the real path of the folder
     * @param top whether the folder is the root, whose page has no link to a parent folder
     * @param title the path that the page shows
     * @param query the query of the request; may be null, or any text
     */
    String page(Path folder, boolean top, String title, String query) throws IOException {
        List<Entry> entries = entries(folder);
        boolean more = entries.size() > MAX_ENTRIES;
        Order order = order(query);
        boolean descending = query != null && query.contains("order=desc");
        Comparator<Entry> comparator = descending ? order.comparator.reversed() : order.comparator;
        entries.sort(Comparator.comparing(Entry::folder).reversed().thenComparing(comparator));

        StringBuilder html = new StringBuilder(2048 + entries.size() * 160);
        html.append("""
                <!DOCTYPE html>
                <html lang="en">
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width">
                <title>%1$s</title>
                <style>
                %2$s</style>
                <h1>%1$s</h1>
                <table>
                <thead><tr>""".formatted(PathText.escaped(title), STYLE));
        for (Order by : Order.values()) {
            appendHeading(html, by, order, descending);
        }
        html.append("</tr></thead>\n<tbody>\n");
        if (!top) {
            html.append("<tr><td><a href=\"../\">../</a></td><td></td><td></td></tr>\n");
        }
        entries.stream().limit(MAX_ENTRIES).forEach(entry -> appendRow(html, entry));
        html.append("</tbody>\n</table>\n");
        return (more ? html.append("<p>Only ").append(MAX_ENTRIES).append(" entries are shown.</p>\n") : html)
                .append("</html>\n")
                .toString();
    }

    private static Order order(String query) {
        for (Order order : Order.values()) {
            if (query != null && query.contains("sort=" + order.key)) {
                return order;
            }
        }
        return Order.NAME;
    }

    private static void appendHeading(StringBuilder html, Order by, Order current, boolean descending) {
        html.append(by == Order.NAME ? "<th" : "<th class=\"n\"");
        if (by == current) {
            html.append(descending ? " aria-sort=\"descending\"" : " aria-sort=\"ascending\"");
        }
        String next = by == current && !descending ? "desc" : "asc";
        html.append("><a href=\"?sort=%s&amp;order=%s\">%s</a></th>".formatted(by.key, next, by.title));
    }

    /**
     * Appends the row of a file or folder. The link begins with {@code ./}. Otherwise a browser would read a name such
     * as {@code javascript:x} as a URL with a scheme.
     */
    private static void appendRow(StringBuilder html, Entry entry) {
        String slash = entry.folder ? "/" : "";
        html.append("<tr><td><a href=\"./")
                .append(PathText.encoded(entry.name))
                .append(slash)
                .append("\">")
                .append(PathText.escaped(entry.name))
                .append(slash)
                .append("</a></td><td class=\"n\">")
                .append(entry.folder ? "" : entry.size)
                .append("</td><td class=\"n\">")
                .append(TIME.format(entry.modified))
                .append("</td></tr>\n");
    }

    private List<Entry> entries(Path folder) throws IOException {
        List<Entry> entries = new ArrayList<>();
        boolean interrupted = Interrupts.clear(folder.getFileSystem());
        try (DirectoryStream<Path> paths = Files.newDirectoryStream(folder)) {
            for (Path path : paths) {
                Entry entry = entry(path);
                if (entry != null) {
                    entries.add(entry);
                }
                if (entries.size() > MAX_ENTRIES) {
                    break;
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        } finally {
            Interrupts.restore(interrupted);
        }
        return entries;
    }

    /** Returns the entry for a path; null if no request can reach the file. */
    private @Nullable Entry entry(Path path) throws IOException {
        String text = path.getFileName().toString();
        // In some file systems, such as those of jars, the names of folders end with a slash.
        String name = text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
        boolean hidden = name.startsWith(".") || tree.hasHiddenAttribute(path);
        if (hidden && !hiddenShown || !tree.isReachable(path, name)) {
            return null;
        }
        BasicFileAttributes attributes = FileTree.attributes(path);
        boolean servable = attributes != null
                && (attributes.isDirectory() || attributes.isRegularFile())
                && (!Files.isSymbolicLink(path) || tree.leadsInside(path));
        return attributes != null && servable
                ? new Entry(
                        name,
                        attributes.isDirectory(),
                        attributes.isDirectory() ? -1 : attributes.size(),
                        attributes.lastModifiedTime().toInstant())
                : null;
    }
}
