package dev.ringer.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.TestServer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Tests an attacker who controls a part of a response field, and tries to end the line or the head early. An
 * application can change a list of values after the headers have checked it. So the server checks all fields again when
 * it sends them.
 */
class ResponseSplittingTest {
    private static final String INJECTED = "Injected: yes\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";
    private static final List<String> VALUES = List.of(
            "a\r\n" + INJECTED,
            "a\n" + INJECTED,
            "a\r" + INJECTED,
            "a\0b",
            "\u010d\u010a" + INJECTED,
            "\u560d\u560a" + INJECTED,
            "a\u2028b");
    private static final List<String> NAMES =
            List.of("X\r\nInjected", "X\nInjected", "X: y\r\nInjected", "X:", "X ", " X", "X\0", "\u010a", "");

    @InModes
    void writesNothingOfABadNameOrValue(Mode mode) throws IOException {
        List<Map.Entry<String, String>> fields = new ArrayList<>();
        VALUES.forEach(value -> fields.add(Map.entry("X-Value", value)));
        NAMES.forEach(name -> fields.add(Map.entry(name, "value")));
        try (TestServer server = TestServer.create(Provider.RINGER, mode)
                .handle("/", exchange -> {
                    var field =
                            fields.get(Integer.parseInt(exchange.getRequestURI().getQuery()));
                    List<String> values = new ArrayList<>(List.of("harmless"));
                    exchange.getResponseHeaders().put(field.getKey(), values);
                    values.set(0, field.getValue());
                    exchange.sendResponseHeaders(200, -1);
                })
                .start()) {
            for (int i = 0; i < fields.size(); i++) {
                String answer = server.connect().get("/?" + i).readToEnd();

                assertThat(answer).as(Victim.show(fields.get(i).toString())).isEmpty();
            }
        }
    }

    @InModes
    void writesNothingOfABadInterimResponse(Mode mode) throws IOException {
        try (TestServer server = TestServer.create(Provider.RINGER, mode)
                .handle("/", exchange -> {
                    List<String> values = new ArrayList<>(List.of("a"));
                    exchange.getResponseHeaders().put("Link", values);
                    values.set(0, "a\r\n" + INJECTED);
                    exchange.sendResponseHeaders(103, -1);
                })
                .start()) {
            assertThat(server.connect().get("/").readToEnd()).isEmpty();
        }
    }
}
