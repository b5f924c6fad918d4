package dev.ringer.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds the tests of a setting, a violation or a section of an RFC, by what their sources say. It runs uncompiled:
 *
 * <pre>
 * java src/test/java/dev/ringer/testkit/TestsAbout.java ringer.maxBodySize BODY_TOO_LARGE 'RFC 9110, 15.5.14'
 * </pre>
 */
public final class TestsAbout {
    private static final Path MAIN = Path.of("src", "main", "java", "dev", "ringer");
    private static final Path TESTS = Path.of("src", "test", "java", "dev", "ringer");

    /** Enums whose constants say which section they come from. */
    private static final List<Path> RULES = List.of(
            MAIN.resolve(Path.of("internal", "http", "Violation.java")),
            MAIN.resolve(Path.of("multipart", "FormViolation.java")),
            TESTS.resolve(Path.of("contract", "IntendedDifference.java")),
            TESTS.resolve(Path.of("testkit", "NotInHttp2.java")));

    private static final Pattern CONSTANT = Pattern.compile("(?m)^    ([A-Z][A-Z0-9_]+)\\(");
    private static final Pattern METHOD = Pattern.compile("    [\\w<].* (\\w+)\\(.*");
    private static final Pattern SECTION = Pattern.compile("(?:RFC)?[- ]?(\\d{4})(?:,? section|,|-)? ?([\\d.]+)");

    /** A method or class with all that stands above it; the name is {@code Class#method} for a test. */
    private record Member(String name, String text) {}

    private final List<Member> members = new ArrayList<>();

    TestsAbout() throws IOException {
        try (Stream<Path> files = Files.walk(TESTS)) {
            for (Path file : (Iterable<Path>) files.filter(TestsAbout::isSearched)::iterator) {
                addMembers(file);
            }
        }
    }

    /** Prints the tests of all arguments. */
    public static void main(String[] subjects) throws IOException {
        TestsAbout tests = new TestsAbout();
        Set<String> found = new TreeSet<>();
        for (String subject : subjects) {
            found.addAll(tests.of(subject));
        }
        found.forEach(System.out::println);
    }

    /** Returns the tests that speak of a subject, as {@code mvn test -Dtest=…} takes them. */
    Set<String> of(String subject) throws IOException {
        List<String> words = wordsFor(subject);
        Set<String> tests = new TreeSet<>();
        for (Member member : members) {
            if (words.stream().anyMatch(word -> says(member.text(), word))) {
                tests.add(member.name());
            }
        }
        return tests;
    }

    private static boolean isSearched(Path file) {
        return file.toString().endsWith(".java") && !file.endsWith("TestsAbout.java");
    }

    private static List<String> wordsFor(String subject) throws IOException {
        Matcher section = SECTION.matcher(subject);
        if (!section.matches()) {
            String constant = subject.replaceFirst("^(ringer|sun\\.net\\.httpserver|jdk\\.httpserver)\\.", "")
                    .replaceAll("(?<=[a-z0-9])(?=[A-Z])|\\.", "_")
                    .toUpperCase(Locale.ROOT);
            return List.of(subject, constant);
        }
        String rfc = section.group(1);
        String number = section.group(2);
        List<String> words = new ArrayList<>(List.of(
                "RFC " + rfc + ", " + number,
                "RFC " + rfc + " section " + number,
                "RFC " + rfc + ", section " + number,
                "RFC-" + rfc + "-" + number));
        words.addAll(constantsThatSay(List.of(words.get(0), rfc + ", \"" + number)));
        return words;
    }

    private static List<String> constantsThatSay(List<String> words) throws IOException {
        List<String> constants = new ArrayList<>();
        for (Path file : RULES) {
            String source = Files.readString(file);
            Matcher constant = CONSTANT.matcher(source);
            for (boolean more = constant.find(); more; ) {
                String name = constant.group(1);
                int start = constant.end();
                more = constant.find();
                String text = source.substring(start, more ? constant.start() : source.length());
                if (words.stream().anyMatch(word -> says(text, word))) {
                    constants.add(name);
                }
            }
        }
        return constants;
    }

    /** Whether a text has a word that is no part of a longer one: {@code 7.1} is no part of {@code 7.1.2}. */
    private static boolean says(String text, String word) {
        for (int at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
            boolean begins = at == 0 || word.contains(".") || !Character.isJavaIdentifierPart(text.charAt(at - 1));
            String rest = text.substring(at + word.length(), Math.min(text.length(), at + word.length() + 2));
            if (begins && !rest.matches("(?s)\\w.*|\\.\\d")) {
                return true;
            }
        }
        return false;
    }

    private void addMembers(Path file) throws IOException {
        String className = file.getFileName().toString().replace(".java", "");
        StringBuilder text = new StringBuilder();
        String method = null;
        boolean test = false;
        for (String line : Files.readAllLines(file)) {
            if (!line.startsWith("import ")) {
                text.append(line).append('\n');
            }
            test |= line.matches("    @(\\w*Test|InModes)\\b.*");
            Matcher declaration = METHOD.matcher(line);
            if (method == null && declaration.matches() && !line.endsWith(";")) {
                method = declaration.group(1);
            }
            boolean ends = line.matches("(    )?}[;,]?|    \\S.*\\{}") || line.contains("class " + className);
            if (ends) {
                members.add(new Member(test ? className + "#" + method : className, text.toString()));
                text.setLength(0);
                method = null;
                test = false;
            }
        }
    }
}
