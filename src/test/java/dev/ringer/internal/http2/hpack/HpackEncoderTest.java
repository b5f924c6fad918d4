package dev.ringer.internal.http2.hpack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Allocation;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class HpackEncoderTest {
    private final HpackEncoder encoder = new HpackEncoder();
    private final HpackDecoder decoder = new HpackDecoder(1 << 20);

    private String block(String... namesAndValues) {
        encoder.begin();
        add(namesAndValues);
        return HexFormat.of().formatHex(encoder.block(), 0, encoder.size());
    }

    private void add(String... namesAndValues) {
        for (int i = 0; i < namesAndValues.length; i += 2) {
            encoder.field(namesAndValues[i], namesAndValues[i + 1]);
        }
    }

    private List<String> decoded() {
        return FieldLog.read(decoder, Arrays.copyOf(encoder.block(), encoder.size()), 7);
    }

    @Test
    void indexesLinesWhenTheyComeAgain() {
        for (String name : List.of("Server", "Content-type", "Date", "Etag", "Location", "X-unknown")) {
            block(name, "1");
            decoded();
            assertThat(encoder.tableSize()).as(name).isZero();
            block(name, "2");
            decoded();
            assertThat(encoder.tableSize()).as(name).isZero();
            block(name, "2");
            decoded();
            assertThat(encoder.tableSize()).as(name).isEqualTo(32 + name.length() + 1);
            assertThat(block(name, "2")).isEqualTo("be");
            assertThat(decoded()).hasSize(1).first().asString().endsWith(": 2");

            encoder.limitTable(0);
            block();
            decoded();
            encoder.limitTable(4096);
            block();
            decoded();
        }
    }

    @Test
    void neverIndexesSecrets() {
        for (String name : List.of("Set-cookie", "Authorization", "Cookie", "Proxy-authorization", "X-api-key")) {
            for (int times = 0; times < 3; times++) {
                block(name, "secret");

                assertThat(decoded()).singleElement().asString().endsWith(": secret (never indexed)");
                assertThat(encoder.tableSize()).isZero();
            }
        }
    }

    @Test
    void sendsNamesInLowerCase() {
        block("X-CUSTOM-Name", "Value", "ETAG", "W/\"A\"");

        assertThat(decoded()).containsExactly("x-custom-name: Value", "etag: W/\"A\"");
    }

    @Test
    void sendsStatusCodes() {
        for (int status = 100; status < 1000; status++) {
            encoder.begin();
            encoder.status(status);

            assertThat(decoded()).containsExactly(":status: " + status);
        }
        encoder.begin();
        encoder.status(404);
        assertThat(encoder.size()).isOne();
        encoder.begin();
        encoder.status(999);
        decoded();
        encoder.begin();
        encoder.status(999);
        assertThat(encoder.size()).isOne();
    }

    @Test
    void codesStringsOnlyWhereThatIsShorter() {
        assertThat(block("X-a", "{{{{{{")).endsWith("067b7b7b7b7b7b");
        assertThat(block("X-b", "00000000")).endsWith("85" + "00".repeat(5));
        block("X-c", "\u00ff\u0000\u20ac");
        assertThat(decoded()).containsExactly("x-c: \u00ff\u0000?");
    }

    @Test
    void saysHowLargeItsTableIs() {
        encoder.limitTable(100);
        assertThat(block()).isEqualTo("3f45");
        encoder.limitTable(100);
        assertThat(block()).isEmpty();
        encoder.limitTable(0);
        encoder.limitTable(60);
        encoder.limitTable(50);
        assertThat(block()).isEqualTo("20" + "3f13");
        encoder.limitTable(0xffff_ffffL);
        assertThat(block()).isEqualTo("3fe11f");
        encoder.limitTable(1 << 20);
        assertThat(block()).isEmpty();
    }

    @Test
    void keepsWithinThePeersTable() {
        encoder.limitTable(80);
        for (int times = 0; times < 2; times++) {
            block("Server", "aaaa", "Vary", "b", "Allow", "c");
            decoded();
        }
        assertThat(encoder.tableSize()).isEqualTo(37 + 38);
        assertThat(decoder.tableSize()).isEqualTo(encoder.tableSize());

        block("Server", "a".repeat(80)); // larger than the table: not indexed
        assertThat(decoded()).hasSize(1);
        assertThat(encoder.tableSize()).isEqualTo(37 + 38);

        encoder.limitTable(0);
        block("Server", "aaaa");
        assertThat(decoded()).containsExactly("server: aaaa");
        assertThat(encoder.tableSize()).isZero();
    }

    @Test
    void staysInStepThroughManyLinesOfOneName() {
        for (int i = 0; i < 5_000; i++) {
            String value = "v" + i * i % 300;
            encoder.comesAgain("Vary", value); // so that each line enters the table when it is sent
            encoder.comesAgain("Via", "p" + i % 40);
            block("Vary", value, "Via", "p" + i % 40, "Content-type", "text/plain");

            assertThat(decoded()).containsExactly("vary: " + value, "via: p" + i % 40, "content-type: text/plain");
            assertThat(decoder.tableSize()).isEqualTo(encoder.tableSize()).isLessThanOrEqualTo(4096);
        }
    }

    @Test
    void writesLargeValues() {
        String large = "x{".repeat(50_000);

        block("Server", "Ringer");
        decoded();
        block("X-large", large, "Server", "Ringer");

        assertThat(decoded()).containsExactly("x-large: " + large, "server: Ringer");
        encoder.trim();
        assertThat(block("Server", "Ringer")).isEqualTo("be");
    }

    @Test
    void allocatesNothingForLinesThatRepeat() {
        String[] lines = {"Content-type", "text/plain", "Date", "Mon, 21 Oct 2013 20:13:21 GMT", "X-a", "b"};

        long perBlock = Allocation.bytesPerCall(() -> {
            encoder.begin();
            encoder.status(200);
            add(lines);
            encoder.field("Set-cookie", "a=b");
        });

        assertThat(perBlock).isZero();
    }
}
