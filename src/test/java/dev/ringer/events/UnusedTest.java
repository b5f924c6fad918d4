package dev.ringer.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.LoadedClasses;
import org.junit.jupiter.api.Test;

/** Checks that a server loads the classes of event streams only when a handler opens a stream. */
class UnusedTest {
    private static final String OF_EVENTS = "dev.ringer.internal.events.";

    @Test
    void isLoadedWhenItIsAskedForAndNotBefore() {
        String output = LoadedClasses.of(UnusedMain.class.getName(), EventClient.PATH);
        int answered = output.indexOf("answer HTTP/1.1 204");

        assertThat(answered).isPositive();
        assertThat(output.substring(0, answered)).doesNotContain(OF_EVENTS);
        assertThat(output.substring(answered))
                .contains("answer HTTP/1.1 200", OF_EVENTS + "EventConnection")
                .doesNotContain("dev.ringer.internal.websocket.");
    }
}
