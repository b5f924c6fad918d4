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
    private static final int README_LINES = 90;
    private static final Pattern LINK = Pattern.compile("\\[[^]\\[]*]\\(([^)\\s]+)\\)");
    private static final Pattern FENCED = Pattern.compile("(?ms)^```.*?^```$");
    private static final Path DOCS = Path.of("docs");

    @Test
    void everyLinkLeadsToAFileAndAHeadingThatExist() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Path page : pages()) {
            for (String link : links(page)) {
                if (!link.contains("://") && !leadsSomewhere(page, link)) {
                    broken.add(page + ": " + link);
                }
            }
        }

        assertThat(broken).isEmpty();
    }

    @Test
    void everyAnswerToAQuestionLinksToMore() throws IOException {
        List<String> rows = Files.readAllLines(DOCS.resolve("questions.md")).stream()
                .filter(line -> line.startsWith("| ") && !line.equals("| question | answer |"))
                .toList();

        assertThat(rows)
                .hasSizeGreaterThan(30)
                .allMatch(row -> LINK.matcher(row).find());
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

    private static List<String> links(Path page) throws IOException {
        return matches(LINK, prose(page));
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
        List<Path> pages = new ArrayList<>(pagesOf(Path.of("")));
        for (String folder : List.of("docs", "example", "example/small", "benchmarks", "benchmarks/servers")) {
            pages.addAll(pagesOf(Path.of(folder)));
        }
        return pages;
    }

    private static List<Path> pagesOf(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".md")).toList();
        }
    }
}
