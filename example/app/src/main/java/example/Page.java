package example;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;

/** The files of {@code pages}, and what it takes to fill them in. */
final class Page {
    private Page() {}

    static String named(String name) {
        try (var file = Page.class.getResourceAsStream("/pages/" + name)) {
            return new String(file.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What came with a request is text, never HTML. */
    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
