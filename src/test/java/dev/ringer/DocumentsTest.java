package dev.ringer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks the pages for users: their links lead somewhere, their properties exist, and they are short. */
class DocumentsTest {
    private static final int README_LINES = 90;
    private static final int WORDS = 27_000;
    private static final Pattern LINK = Pattern.compile("\\[[^]\\[]*]\\(([^)\\s]+)\\)");
    private static final Pattern FENCED = Pattern.compile("(?ms)^```.*?^```$");
    private static final Pattern PROPERTY = Pattern.compile("(?<![\\w./@-])(?:-D)?(ringer\\.[a-z][\\w.]*\\w)");
    private static final Pattern DESCRIBED = Pattern.compile("`(ringer\\.[\\w.]+)`");
    private static final Path DOCS = Path.of("docs");
    private static final Path REFERENCE = DOCS.resolve("settings.md");

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
    void theContentsListEveryPageOfTheBook() throws IOException {
        Path contents = DOCS.resolve("README.md");
        Set<Path> listed = links(contents).stream()
                .map(link ->
                        contents.resolveSibling(link.replaceFirst("#.*", "")).normalize())
                .collect(Collectors.toSet());

        assertThat(listed)
                .containsAll(pagesOf(DOCS).stream()
                        .filter(page -> !page.equals(contents))
                        .toList());
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
    void everyPropertyIsInTheReference() throws IOException {
        Set<String> known = Set.copyOf(matches(DESCRIBED, Files.readString(REFERENCE)));
        Set<String> unknown = new TreeSet<>();
        for (Path page : pages()) {
            if (!page.equals(REFERENCE)) { // which also shows misspelled ones
                for (String name : matches(PROPERTY, Files.readString(page))) {
                    if (!isProperty(name.replaceFirst("^ringer\\.port\\.\\d+\\.?", "ringer."), known)) {
                        unknown.add(page + ": " + name);
                    }
                }
            }
        }

        assertThat(unknown).isEmpty();
    }

    @Test
    void theReadmeTakesAMinuteToRead() throws IOException {
        assertThat(Files.readAllLines(Path.of("README.md"))).hasSizeLessThanOrEqualTo(README_LINES);
    }

    @Test
    void theBookTakesAnAfternoonToRead() throws IOException {
        int words = 0;
        for (Path page : Stream.concat(Stream.of(Path.of("README.md")), pagesOf(DOCS).stream())
                .toList()) {
            words += Files.readString(page).trim().split("\\s+").length;
        }

        assertThat(words).isLessThanOrEqualTo(WORDS);
    }

    /** Whether a name is a property, or what several properties begin with, as in {@code ringer.tls.*}. */
    private static boolean isProperty(String name, Set<String> known) {
        return known.contains(name)
                || known.stream().anyMatch(property -> property.startsWith(name.replaceFirst("\\.?$", ".")))
                || name.equals("ringer.jar")
                || name.startsWith("ringer.test.");
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
