package dev.ringer.wire;

import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import java.io.IOException;
import java.util.List;

/** Tests Content-Length values that parsers read differently: signs, blanks, other digits, prefixes, overflow. */
class ContentLengthTricksTest {
    private static final List<String> VALUES = List.of(
            "+5",
            "-5",
            "-0",
            "0x5",
            "5h",
            "5,5",
            "5, 5",
            "5;5",
            "5 5",
            "5\t5",
            "5_0",
            "5.0",
            "5e1",
            "\u00b2",
            "\u00a05",
            "5\u00a0",
            "\u00855",
            "\u000b5",
            "5\u000c",
            "\"5\"",
            "",
            "9223372036854775808",
            "18446744073709551621",
            "99999999999999999999999999999999");

    @InModes
    void refusesEveryOneAndEveryDisguiseOfTheName(Mode mode) throws IOException {
        try (Victim victim = Victim.readingBodies(mode)) {
            for (String value : VALUES) {
                victim.refuses("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: " + value + "\r\n\r\nhello", 400);
            }
            for (String name : List.of(
                    "Content-Length ", " Content-Length", "Content-Length\t", "Content-Length\0", "Content Length")) {
                victim.refuses("POST / HTTP/1.1\r\nHost: test\r\n" + name + ": 5\r\n\r\nhello", 400);
            }
        }
    }

    @InModes
    void servesTheLargestLengthWithoutWaitingForIt(Mode mode) throws IOException {
        try (Victim victim = Victim.ignoringBodies(mode)) {
            victim.accepts(
                    "POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 9223372036854775807\r\n\r\nhello", "POST /");
        }
    }
}
