package dev.ringer.internal.http2.hpack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.internal.http2.frame.Http2Fault;
import dev.ringer.internal.names.KnownNames;
import dev.ringer.testkit.Allocation;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class HpackDecoderTest {
    private static byte[] hex(String hex) {
        return HexFormat.of().parseHex(hex.replace(" ", ""));
    }

    private static List<String> read(HpackDecoder decoder, String hex) {
        return FieldLog.read(decoder, hex(hex), 1_000);
    }

    @Test
    void takesEmptyStringsAtTheEndOfABlock() {
        assertThat(read(new HpackDecoder(1_000), "00016100")).containsExactly("a: ");
        assertThat(read(new HpackDecoder(1_000), "00016180")).containsExactly("a: ");
        assertThat(read(new HpackDecoder(1_000), "000000")).containsExactly(": ");
        assertThat(read(new HpackDecoder(1_000), "")).isEmpty();
    }

    @Test
    void takesIntegersWithLeadingZeros() {
        assertThat(read(new HpackDecoder(1_000), "0001617f 82 80 80 80 00" + "61".repeat(129)))
                .containsExactly("a: " + "a".repeat(129));
    }

    @Test
    void evictsTheOldestEntries() {
        HpackDecoder decoder = new HpackDecoder(1_000);
        read(decoder, "3f31" + "40016101 31" + "40016201 32"); // 80 octets: room for two entries

        assertThat(read(decoder, "bf be")).containsExactly("a: 1", "b: 2");
        assertThat(read(decoder, "40016301 33 bf be")).containsExactly("c: 3", "b: 2", "c: 3");
        assertThat(read(decoder, "c0")).containsExactly("refused " + Http2Fault.INDEX_BEYOND_TABLES);
    }

    @Test
    void takesTheNameOfAnEntryThatIsEvictedByItsOwnLine() {
        HpackDecoder decoder = new HpackDecoder(1_000);
        read(decoder, "3f03" + "40016101 31"); // 34 octets: room for one entry

        assertThat(read(decoder, "7e0132 be")).containsExactly("a: 2", "a: 2");
    }

    @Test
    void isEmptiedByALineLargerThanTheTable() {
        HpackDecoder decoder = new HpackDecoder(1_000);
        read(decoder, "3f03" + "40016101 31");

        assertThat(read(decoder, "40016102 3232")).containsExactly("a: 22");
        assertThat(decoder.tableSize()).isZero();
        assertThat(read(decoder, "be")).containsExactly("refused " + Http2Fault.INDEX_BEYOND_TABLES);
    }

    @Test
    void isEmptiedByASizeOfZero() {
        HpackDecoder decoder = new HpackDecoder(1_000);
        read(decoder, "40016101 31");

        assertThat(read(decoder, "20 3fe11f 82")).containsExactly(":method: GET");
        assertThat(read(decoder, "be")).containsExactly("refused " + Http2Fault.INDEX_BEYOND_TABLES);
    }

    @Test
    void holdsAsManyEntriesAsTheTableHasRoomFor() {
        HpackDecoder decoder = new HpackDecoder(1_000_000);
        StringBuilder block = new StringBuilder();
        for (int i = 0; i < 300; i++) {
            block.append("4000").append(String.format("02%04x", i)); // 34 octets each: room for 120
        }
        read(decoder, block.toString());

        assertThat(decoder.tableSize()).isEqualTo(120 * 34);
        byte[] oldest = new FieldLine(FieldName.of(""), hex(String.format("%04x", 180))).value();
        FieldLog log = new FieldLog();
        decoder.begin(log);
        decoder.decode(hex("ff36"), 0, 2); // index 62 + 119, the oldest of 120 entries
        assertThat(log.lines).containsExactly(": " + (char) (oldest[0] & 0xff) + (char) (oldest[1] & 0xff));
    }

    @Test
    void tellsNothingBeyondTheLimitButKeepsTheTableInStep() {
        HpackDecoder decoder = new HpackDecoder(100);

        assertThat(read(decoder, "82 40016101 31 40016201 32 40016301 33"))
                .containsExactly(":method: GET", "a: 1", "too large"); // 42 + 34 + 34 octets exceed the limit of 100
        assertThat(read(decoder, "c0")).containsExactly("a: 1");
        assertThat(read(decoder, "be")).containsExactly("c: 3");
    }

    @Test
    void countsThirtyTwoOctetsForEachLine() {
        assertThat(read(new HpackDecoder(42), "82")).containsExactly(":method: GET");
        assertThat(read(new HpackDecoder(41), "82")).containsExactly("too large");
        assertThat(read(new HpackDecoder(67), "00016101 31 00016100")).containsExactly("a: 1", "a: ");
    }

    @Test
    void storesNoStringBeyondLimitAndTable() {
        HpackDecoder decoder = new HpackDecoder(200);
        byte[] head = hex("00 01 61 7f 80 ff ff ff 07"); // a value of almost 2^31 octets
        byte[] piece = new byte[10_000];
        FieldLog log = new FieldLog();
        decoder.begin(log);
        decoder.decode(head, 0, head.length);

        long perPiece = Allocation.bytesPerCall(() -> decoder.decode(piece, 0, piece.length));

        assertThat(perPiece).isZero();
        assertThat(log.lines).isEmpty();
    }

    @Test
    void dropsLongHuffmanStringsToo() {
        byte[] code = new byte[5_000]; // the Huffman code of 8,000 times the digit 0
        for (String begin : List.of("0001617f", "4001617f")) {
            HpackDecoder decoder = new HpackDecoder(200);
            byte[] head = hex(begin.substring(0, 6) + "ff8926"); // a length of 127 + 4,873 octets
            byte[] block = new byte[head.length + code.length + 1];
            System.arraycopy(head, 0, block, 0, head.length);
            block[block.length - 1] = (byte) 0x82;

            assertThat(FieldLog.read(decoder, block, 700)).containsExactly("too large");
            assertThat(decoder.tableSize()).isZero();
        }
    }

    @Test
    void namesOfTheStaticTableAreKnown() {
        for (int index = 1; index <= StaticTable.SIZE; index++) {
            FieldName name = StaticTable.entry(index).name();

            assertThat(name.sound()).isTrue();
            assertThat(name.known() >= 0).isEqualTo(name.pseudo() == FieldName.Pseudo.NONE);
        }
        assertThat(StaticTable.SIZE).isEqualTo(61);
        assertThat(StaticTable.entry(61)).hasToString("www-authenticate: ");
        assertThat(StaticTable.indexOf(KnownNames.CONTENT_LENGTH)).isEqualTo(28);
        assertThat(StaticTable.entry(31).name().text()).isEqualTo("Content-type");
    }

    @Test
    void namesSayWhetherTheyAreSound() {
        assertThat(FieldName.of("x-custom").sound()).isTrue();
        assertThat(FieldName.of("x-custom").text()).isEqualTo("X-custom");
        assertThat(FieldName.of("x-custom")).isSameAs(FieldName.of("x-custom"));
        assertThat(FieldName.of("host").known()).isEqualTo(KnownNames.HOST);
        for (String bad : List.of("Host", "x-Custom", "", "a b", "a:", "a\r", "\u0000")) {
            assertThat(FieldName.of(bad).sound()).as(bad).isFalse();
            assertThat(FieldName.of(bad).known()).isNegative();
        }
        assertThat(FieldName.of(":path").pseudo()).isEqualTo(FieldName.Pseudo.PATH);
        assertThat(FieldName.of(":Path").pseudo()).isEqualTo(FieldName.Pseudo.OTHER);
        assertThat(FieldName.of(":status").pseudo()).isEqualTo(FieldName.Pseudo.OTHER);
    }

    @Test
    void entriesMakeStringsOnceAndKnowWhetherTheirValueIsSound() {
        List<FieldLine> entries = new ArrayList<>();
        HpackDecoder decoder = new HpackDecoder(1_000);
        FieldSink sink = new FieldSink() {
            @Override
            public void onLine(FieldLine entry) {
                entries.add(entry);
            }

            @Override
            public void onLiteral(FieldName name, byte[] bytes, int from, int to, boolean neverIndexed) {
                throw new AssertionError(name);
            }

            @Override
            public void onTooLarge() {
                throw new AssertionError();
            }
        };
        byte[] block = hex("4001610131 be 4001610120 40016103310031");
        decoder.begin(sink);
        decoder.decode(block, 0, block.length);

        assertThat(entries.get(0)).isSameAs(entries.get(1));
        assertThat(entries.get(0).text()).isSameAs(entries.get(1).text());
        assertThat(entries).extracting(FieldLine::soundValue).containsExactly(true, true, false, false);
    }

    @Test
    void readsPartsOfArrays() {
        HpackDecoder decoder = new HpackDecoder(1_000);
        FieldLog log = new FieldLog();
        decoder.begin(log);
        ByteBuffer first = ByteBuffer.wrap(hex("ff82400161")).position(1);
        ByteBuffer second = ByteBuffer.wrap(hex("ff0131ff"), 1, 2).slice();

        decoder.decode(first);
        decoder.decode(second);

        assertThat(first.hasRemaining() || second.hasRemaining()).isFalse();
        assertThat(log.lines).containsExactly(":method: GET", "a: 1");
    }

    @Test
    void allocatesNothingForLinesThatStandInATable() {
        HpackDecoder decoder = new HpackDecoder(10_000);
        byte[] first = hex("82 86 84 41 8c f1e3c2e5f23a6ba0ab90f4ff 40016101 31");
        byte[] again = hex("82 86 84 bf be 04 85 61 2d 4a 14 9f"); // the same lines, but a new path
        int[] lines = new int[1];
        FieldSink counter = new FieldSink() {
            @Override
            public void onLine(FieldLine entry) {
                lines[0]++;
            }

            @Override
            public void onLiteral(FieldName name, byte[] bytes, int from, int to, boolean neverIndexed) {
                lines[0]++;
            }

            @Override
            public void onTooLarge() {
                throw new AssertionError();
            }
        };
        FieldLog.read(decoder, first, 100);

        long perBlock = Allocation.bytesPerCall(() -> decode(decoder, counter, again));

        assertThat(lines[0] % 6).isZero();
        assertThat(perBlock).isZero();
    }

    private static void decode(HpackDecoder decoder, FieldSink sink, byte[] block) {
        decoder.begin(sink);
        decoder.decode(block, 0, block.length);
        decoder.end();
    }
}
