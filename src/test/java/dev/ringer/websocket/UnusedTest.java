package dev.ringer.websocket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.LoadedClasses;
import org.junit.jupiter.api.Test;

/** Tests that a server loads the classes for WebSockets only when a handler needs them. */
class UnusedTest {
    private static final String OF_WEBSOCKET = "dev.ringer.internal.websocket.";

    @Test
    void isLoadedWhenItIsAskedForAndNotBefore() {
        String output = LoadedClasses.of(UnusedMain.class.getName(), "/socket");
        int answered = output.indexOf("answer HTTP/1.1 200");

        assertThat(answered).isPositive();
        assertThat(output.substring(0, answered)).doesNotContain(OF_WEBSOCKET);
        assertThat(output.substring(answered)).contains("answer HTTP/1.1 101", OF_WEBSOCKET + "WebSocketConnection");
    }
}
