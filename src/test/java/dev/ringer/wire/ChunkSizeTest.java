package dev.ringer.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.RawClient;
import java.io.IOException;
import java.util.List;

/**
 * Tests chunk sizes that parsers read differently: with signs, prefixes, blanks, digits of other scripts, no digits, or
 * an overflow.
 */
class ChunkSizeTest extends BrokenChunks {
    ChunkSizeTest() {
        super(
                "+5\r\nhello\r\n0\r\n\r\n",
                "-5\r\nhello\r\n0\r\n\r\n",
                "-0\r\n\r\n",
                "0x5\r\nhello\r\n0\r\n\r\n",
                "5h\r\nhello\r\n0\r\n\r\n",
                " 5\r\nhello\r\n0\r\n\r\n",
                "5 \r\nhello\r\n0\r\n\r\n",
                "5\t;a\r\nhello\r\n0\r\n\r\n",
                "5_0\r\nhello\r\n0\r\n\r\n",
                "\u00b2\r\nhe\r\n0\r\n\r\n",
                "\r\n\r\n",
                ";a\r\n\r\n",
                "5,5\r\nhello\r\n0\r\n\r\n",
                "10000000000000005\r\nhello\r\n0\r\n\r\n",
                "8000000000000000\r\nhello\r\n0\r\n\r\n",
                "FFFFFFFFFFFFFFFF\r\nhello\r\n0\r\n\r\n",
                "g\r\nhello\r\n0\r\n\r\n");
    }

    @InModes
    void takesHugeSizesAsTheyAre(Mode mode) throws IOException {
        try (Victim victim = Victim.readingBodies(mode)) {
            for (String size : List.of("ffffffff", "100000005", "7FFFFFFFFFFFFFFF")) {
                victim.forget();
                RawClient client = victim.connect()
                        .send(Victim.CHUNKED + size + "\r\nhello\r\n0\r\n\r\n" + Victim.SMUGGLED)
                        .halfClose();

                assertThat(client.readToEnd()).as(size).doesNotContain(" 200 OK");
                assertThat(victim.seen()).as(size).isSubsetOf("POST / (broken)");
            }
        }
    }
}
