package dev.ringer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Checks the form of all messages: of exceptions, log lines, events and metrics. A message is one line, a sentence or
 * clause without a full stop, because other messages contain it, and operators search for it. The texts stand in the
 * sources as string literals of several words. HTML, heads of HTTP and text blocks have other rules.
 */
class MessagesTest {
    /** A comment, a text block, a character, or string literals that a plus joins. */
    private static final Pattern TOKEN = Pattern.compile("//[^\\n]*"
            + "|/\\*(?s:.*?)\\*/"
            + "|\"\"\"(?s:.*?)\"\"\""
            + "|'(?:[^'\\\\\\n]|\\\\.)+'"
            + "|(?<text>\"(?:[^\"\\\\\\n]|\\\\.)*+\"(?:\\s*\\+\\s*\"(?:[^\"\\\\\\n]|\\\\.)*+\")*+)");

    private static final Pattern JOINT = Pattern.compile("\"\\s*\\+\\s*\"");
    private static final Pattern SEVERAL_WORDS = Pattern.compile("[A-Za-z,]{2,} [a-z]{2,}");
    private static final Pattern MARKUP = Pattern.compile("<[a-z/!]|\\\\r\\\\n");

    @Test
    void messagesAreOneLineWithoutAFullStop() throws IOException {
        List<String> messages = messages();

        assertThat(messages).hasSizeGreaterThan(500); // otherwise the pattern misses most of them
        assertThat(messages)
                .allSatisfy(message -> assertThat(message)
                        .doesNotContain("  ", "\\t", " ,", " .", " ;", "!")
                        .doesNotEndWith(".")
                        .doesNotContainPattern("\\\\n."));
    }

    /** Checks that messages have no words that only this project knows, and say what must be, not what is. */
    @Test
    void messagesUseNoJargonAndNameTheRule() throws IOException {
        assertThat(messages())
                .allSatisfy(message -> assertThat(message)
                        .doesNotContain("stand-in", "retain", "which continues", " is negative", " is not positive"));
    }

    private static List<String> messages() throws IOException {
        List<String> messages = new ArrayList<>();
        try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
            for (Path source :
                    files.filter(file -> file.toString().endsWith(".java")).toList()) {
                Matcher token = TOKEN.matcher(Files.readString(source));
                while (token.find()) {
                    String text = token.group("text");
                    if (text != null
                            && SEVERAL_WORDS.matcher(text).find()
                            && !MARKUP.matcher(text).find()) {
                        String joined = JOINT.matcher(text).replaceAll("");
                        messages.add(joined.substring(1, joined.length() - 1));
                    }
                }
            }
        }
        return messages;
    }
}
