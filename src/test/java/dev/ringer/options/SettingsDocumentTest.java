package dev.ringer.options;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Tests that the tables of {@code docs/settings.md} say what the comments of the settings say, and that the comments name
 * the properties and the defaults of their settings.
 */
class SettingsDocumentTest {
    private static final Path PAGE = Path.of("docs", "settings.md");
    private static final Path GENERATED = Path.of("target", "settings.md");
    private static final String HEAD = "| property | meaning | default |";

    /** Settings whose default is no text of a property: it depends on the JDK, the heap or the program, or is nothing. */
    private static final Set<Setting<?>> DEFAULTS_IN_WORDS = Set.of(
            Settings.PATH_MATCHING,
            Settings.ATTRIBUTE_SCOPE,
            Settings.LISTEN,
            Settings.PROXIES,
            Settings.TLS,
            Settings.MAX_BUFFERED_MEMORY,
            Settings.MAX_IDLE_CONNECTIONS);

    private final SettingComments comments = SettingComments.read();

    @Test
    void pageHasARowForEveryPropertyAsItsCommentSays() throws IOException {
        String page = Files.readString(PAGE);
        String generated = withTables(page);

        if (!page.equals(generated)) {
            Files.writeString(GENERATED, generated);
        }
        assertThat(page)
                .as("the comments of the settings have changed: copy %s to %s", GENERATED, PAGE)
                .isEqualTo(generated);
    }

    /** Returns the page with new tables, one below the heading of each group of settings. */
    private String withTables(String page) {
        List<String> result = new ArrayList<>();
        Map<String, List<Setting<?>>> groups = comments.groups();
        List<Setting<?>> group = null; // null outside of a table
        for (String line : page.split("\n", -1)) {
            if (line.equals(HEAD)) {
                String heading =
                        result.stream().filter(above -> above.startsWith("## ")).reduce("", (first, second) -> second);
                group = groups.remove(heading.replaceFirst("## ", ""));
                assertThat(group)
                        .as("the group of settings below the heading '%s'", heading)
                        .isNotNull();
                result.add(HEAD);
                result.add("|---|---|---|");
                group.forEach(setting -> setting.properties().forEach(property -> result.add(row(setting, property))));
            } else if (group == null || !line.startsWith("|")) {
                group = null;
                result.add(line);
            }
        }
        assertThat(groups.keySet()).as("groups without a table").isEmpty();
        return String.join("\n", result);
    }

    private String row(Setting<?> setting, String property) {
        SettingComments.Comment comment = comments.of(setting, property);
        return "| `" + property + "` | " + comment.meaning() + " | " + comment.defaultText() + " |";
    }

    @Test
    void commentsNameThePropertiesOfTheirSettings() {
        for (Setting<?> setting : Settings.all()) {
            for (String property : setting.properties()) {
                assertThat(comments.of(setting, setting.property()).text())
                        .as(setting.name())
                        .contains("{@code " + property + "}");
            }
        }
    }

    @Test
    void commentsNameTheDefaultsOfTheirSettings() {
        for (Setting<?> setting : Settings.all()) {
            if (!DEFAULTS_IN_WORDS.contains(setting)) {
                String text = comments.of(setting, setting.property()).defaultText();
                assertThat(text).as(setting.name()).matches("`[^`]+`");
                assertThat(setting.domain().parsed(text.replace("`", "")))
                        .as(setting.name())
                        .isEqualTo(setting.defaultValue());
            }
        }
        assertThat(comments.of(Settings.ACCESS_LOG, SystemProperties.MAX_FILE_SIZE)
                        .defaultText())
                .isEqualTo("`" + (AccessLogOptions.OFF.maxFileSize() >> 20) + "m`");
        assertThat(comments.of(Settings.ACCESS_LOG, SystemProperties.MAX_FILES).defaultText())
                .isEqualTo("`" + AccessLogOptions.OFF.maxFiles() + "`");
    }
}
