package dev.ringer.options;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that {@code docs/settings.md} and the Javadoc of the settings agree with the settings. */
class SettingsDocumentTest {
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
    void everySettingNamesItsProperty() throws IOException {
        String source = Files.readString(Path.of("src", "main", "java", "dev", "ringer", "options", "Settings.java"));

        for (Setting<?> setting : Settings.all()) {
            assertThat(source).contains("{@code " + setting.property());
        }
    }

    private static String defaultInTheTable(Setting<?> setting) {
        return switch (setting.name()) {
            case "maxBufferedMemory" -> "| an eighth of the heap |";
            case "loops" -> "| 1 per 8 cores |";
            case "listen" -> "| the address given |";
            case "proxies" -> "| none |";
            case "tls" -> "| `off` |";
            default -> "| " + text(setting).replaceAll("^[a-z].*", "`$0`") + " |";
        };
    }

    private static <T> String text(Setting<T> setting) {
        return setting.domain().text(setting.defaultValue());
    }
}
