package dev.ringer.wire;

import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import java.io.IOException;

/** Tests heads that exceed a limit, or follow too many empty lines: the server answers and closes the connection. */
class HeaderFloodTest {
    private static final String START = "GET / HTTP/1.1\r\nHost: test\r\n";

    @InModes
    void refusesTooManyLines(Mode mode) throws IOException {
        try (Victim victim = Victim.readingBodies(mode)) {
            victim.accepts(START + "X: y\r\n".repeat(199) + "\r\n", "GET /");
            victim.forget();

            victim.refuses(START + "X: y\r\n".repeat(200) + "\r\n", 431);
            victim.refuses(START + numberedLines(100_000) + "\r\n", 431);
        }
    }

    @InModes
    void refusesTooMuch(Mode mode) throws IOException {
        try (Victim victim = Victim.readingBodies(mode)) {
            victim.accepts(START + "X: " + "y".repeat(380_000) + "\r\n\r\n", "GET /");
            victim.forget();

            victim.refuses(START + "X: " + "y".repeat(390_000) + "\r\n\r\n", 431);
            victim.refuses(START + ("X: " + "y".repeat(10_000) + "\r\n").repeat(40) + "\r\n", 431);
        }
    }

    @InModes
    void refusesEndlessNamesAndValues(Mode mode) throws IOException {
        try (Victim victim = Victim.readingBodies(mode)) {
            victim.refuses(START + "y".repeat(2_000_000), 431, 400);
            victim.refuses(START + "X: " + "y".repeat(2_000_000), 431);
        }
    }

    @InModes
    void refusesFoldedFloods(Mode mode) throws IOException {
        try (Victim victim = Victim.readingBodies(mode)) {
            victim.refuses(START + "X: y\r\n" + " y\r\n".repeat(100_000) + "\r\n", 400);
        }
    }

    @InModes
    void refusesEndlessRequestLines(Mode mode) throws IOException {
        try (Victim victim = Victim.readingBodies(mode)) {
            String longest = "/" + "a".repeat(60_000);
            victim.accepts("GET " + longest + " HTTP/1.1\r\nHost: test\r\n\r\n", "GET " + longest);
            victim.forget();

            victim.refuses("GET /" + "a".repeat(70_000), 414);
            victim.refuses("GET /" + "a".repeat(70_000) + " HTTP/1.1\r\nHost: test\r\n\r\n", 414);
            victim.refuses("GET / HTTP/1.1" + "1".repeat(70_000), 400, 414, 505);
            victim.refuses("G".repeat(2_000_000), 400, 414, 501);
        }
    }

    @InModes
    void refusesEndlessEmptyLines(Mode mode) throws IOException {
        try (Victim victim = Victim.readingBodies(mode)) {
            victim.refuses("\r\n".repeat(100_000), 400);
        }
    }

    private static String numberedLines(int count) {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < count; i++) {
            lines.append("X-").append(i).append(": y\r\n");
        }
        return lines.toString();
    }
}
