package dev.ringer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks the pages for users: their links lead somewhere, and the README is short. */
class DocumentsTest {
    private static final int README_LINES = 130;
    private static final Pattern LINK = Pattern.compile("\\[[^]\\[]*]\\(([^)\\s]+)\\)");
    private static final Pattern FENCED = Pattern.compile("(?ms)^```.*?^```$");

    @Test
    void everyLinkLeadsToAFileAndAHeadingThatExist() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Path page : pages()) {
            for (String link : matches(LINK, prose(page))) {
                if (!link.contains("://") && !leadsSomewhere(page, link)) {
                    broken.add(page + ": " + link);
                }
            }
        }

        assertThat(broken).isEmpty();
    }

    @Test
    void theReadmeTakesAMinuteToRead() throws IOException {
        assertThat(Files.readAllLines(Path.of("README.md"))).hasSizeLessThanOrEqualTo(README_LINES);
    }

    private static boolean leadsSomewhere(Path page, String link) throws IOException {
        int mark = link.indexOf('#');
        String file = mark < 0 ? link : link.substring(0, mark);
        Path target = file.isEmpty() ? page : page.resolveSibling(file).normalize();
        if (!Files.exists(target)) {
            return false;
        }
        return mark < 0 || !target.toString().endsWith(".md") || anchors(target).contains(link.substring(mark + 1));
    }

    /** Returns the names by which headings can be linked: lower case, dashes for blanks, no other marks. */
    private static List<String> anchors(Path page) throws IOException {
        return prose(page)
                .lines()
                .filter(line -> line.startsWith("#"))
                .map(line -> line.replaceFirst("^#+ ", "").toLowerCase(Locale.ROOT))
                .map(heading -> heading.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
                .toList();
    }

    private static String prose(Path page) throws IOException {
        return FENCED.matcher(Files.readString(page)).replaceAll("");
    }

    private static List<String> matches(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
    }

    private static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>(List.of(
                Path.of("README.md"),
                Path.of("ARCHITECTURE.md"),
                Path.of("CHANGELOG.md"),
                Path.of("CONTRIBUTING.md"),
                Path.of("example", "README.md"),
                Path.of("example", "small", "README.md"),
                Path.of("benchmarks", "servers", "README.md")));
        try (Stream<Path> docs = Files.list(Path.of("docs"))) {
            docs.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
        }
        return pages;
    }
}
