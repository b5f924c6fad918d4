package dev.ringer.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.internal.http.Violation;
import dev.ringer.multipart.FormViolation;
import dev.ringer.options.Setting;
import dev.ringer.options.Settings;
import java.io.IOException;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests that a setting, a violation and a section of an RFC lead to their tests. */
class TestsAboutTest {
    private final TestsAbout tests = new TestsAbout();

    TestsAboutTest() throws IOException {}

    @Test
    void everySettingLeadsToATest() throws IOException {
        for (Setting<?> setting : Settings.all()) {
            assertThat(tests.of(setting.property())).as(setting.property()).isNotEmpty();
        }
    }

    @Test
    void everyViolationAndItsRuleLeadToTheSameTests() throws IOException {
        for (Violation violation : Violation.values()) {
            Set<String> named = tests.of(violation.name());

            assertThat(named).as(violation.name()).isNotEmpty();
            assertThat(tests.of(violation.rule())).as(violation.rule()).containsAll(named);
        }
    }

    @Test
    void everyViolationOfAFormLeadsToATest() throws IOException {
        for (FormViolation violation : FormViolation.values()) {
            assertThat(tests.of(violation.name())).as(violation.name()).isNotEmpty();
        }
    }

    @Test
    void sectionsMayBeWrittenInSeveralWays() throws IOException {
        Set<String> found = tests.of("RFC 9112, 7.1.1");

        assertThat(found).contains("TestsAboutTest#sectionsMayBeWrittenInSeveralWays", "ViolationSamples");
        assertThat(tests.of("RFC 9112 section 7.1.1")).isEqualTo(found);
        assertThat(tests.of("9112-7.1.1")).isEqualTo(found);
        assertThat(tests.of("RFC 9112, 7")).doesNotContain("ViolationSamples");
    }
}
