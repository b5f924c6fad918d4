package dev.ringer.options;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Holds {@code docs/settings.md} and the Javadoc of the options against the table of settings. */
class SettingsDocumentTest {
    private static final Path SOURCES = Path.of("src", "main", "java", "dev", "ringer", "options");

    @Test
    void everySettingHasARowWithItsDefault() throws IOException {
        List<String> rows = Files.readAllLines(Path.of("docs", "settings.md"));

        for (Setting<?> setting : Settings.all()) {
            if (setting.property().startsWith("ringer.")) {
                assertThat(rows)
                        .filteredOn(row -> row.startsWith("| `" + setting.property() + "` |"))
                        .singleElement()
                        .asString()
                        .contains(defaultInTheTable(setting));
            }
        }
    }

    @Test
    void everyAccessorNamesItsPropertyAndHasASetter() throws IOException {
        String accessors = Files.readString(SOURCES.resolve("ServerOptions.java"))
                + Files.readString(SOURCES.resolve("LimitOptions.java"));
        String setters = Files.readString(SOURCES.resolve("ServerOptionsBuilder.java"))
                + Files.readString(SOURCES.resolve("LimitSetters.java"));

        for (Setting<?> setting : Settings.all()) {
            assertThat(javadoc(accessors, "[\\w]+ " + setting.name() + "\\(\\)"))
                    .contains("{@code " + setting.property())
                    .contains("by default");
            assertThat(javadoc(setters, "ServerOptionsBuilder " + setting.name() + "\\(\\w+ value\\)"))
                    .contains("{@link ServerOptions#" + setting.name() + "()}");
        }
    }

    private static String defaultInTheTable(Setting<?> setting) {
        return switch (setting.name()) {
            case "maxBufferedMemory" -> "| an eighth of the heap |";
            case "loops" -> "| 1 per 8 cores |";
            case "listen" -> "| the address given |";
            case "proxies" -> "| none |";
            default -> "| " + text(setting).replaceAll("^[a-z].*", "`$0`") + " |";
        };
    }

    private static <T> String text(Setting<T> setting) {
        return setting.text(setting.standard());
    }

    /** The comment of the only method whose head looks so. */
    private static String javadoc(String source, String head) {
        Matcher method = Pattern.compile("/\\*\\*((?:(?!\\*/).)*)\\*/\\s+public (?:final )?" + head, Pattern.DOTALL)
                .matcher(source);
        assertThat(method.find()).as(head).isTrue();
        return method.group(1).replaceAll("\\s*\n\\s+\\* *", " ");
    }
}
