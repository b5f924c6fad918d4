package dev.ringer.websocket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.LoadedClasses;
import org.junit.jupiter.api.Test;

/** What nobody uses costs nothing: a server loads WebSocket when a handler asks for it. */
class UnusedTest {
    private static final String OF_WEBSOCKET = "dev.ringer.internal.websocket.";

    @Test
    void loadsNothingOfWebSocketForOthers() {
        assertThat(outputFor("/")).contains("answer HTTP/1.1 200").doesNotContain(OF_WEBSOCKET);
    }

    @Test
    void loadsItWhenItIsAskedFor() {
        assertThat(outputFor("/socket")).contains("answer HTTP/1.1 101").contains(OF_WEBSOCKET + "WebSocketConnection");
    }

    private static String outputFor(String path) {
        return LoadedClasses.of(UnusedMain.class.getName(), path);
    }
}
