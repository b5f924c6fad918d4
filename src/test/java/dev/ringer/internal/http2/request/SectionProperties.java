package dev.ringer.internal.http2.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.internal.http2.frame.Http2Fault;
import dev.ringer.internal.http2.hpack.HpackDecoder;
import dev.ringer.internal.http2.request.GrammarSection.Meaning;
import dev.ringer.testkit.Allocation;
import dev.ringer.testkit.Cuts;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Checks properties that hold for any lines that a client sends as the head of a request:
 *
 * <ul>
 *   <li>reading throws no exception, and reports what is invalid as a fault of the stream;
 *   <li>it makes no difference whether lines come from a table or as literals, in which pieces they come, and what was
 *       read before;
 *   <li>the allocated memory grows only with the length of the lines;
 *   <li>a head is accepted exactly if {@link GrammarSection}, an independent implementation of the RFCs, accepts it,
 *       and has the same meaning.
 * </ul>
 */
final class SectionProperties {
    private static final int MANY = 1 << 24;

    /** Covers a few copies of each line as bytes and as text. A line may have only one octet. */
    private static final int ALLOCATED_PER_BYTE = 400;

    private static final int ALLOCATED_ALWAYS = 64 << 10;

    private SectionProperties() {}

    /** Checks all properties of lines, given as {@code name=value} and separated by bars. */
    static void assertAll(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        RequestHeadReader reader = new RequestHeadReader(MANY, true, true);
        HpackDecoder decoder = new HpackDecoder(MANY);
        byte[] indexing = RawBlock.of(text, true);
        byte[] literal = RawBlock.of(text, false);

        Outcome outcome = read(reader, decoder, indexing);
        assertThat(read(reader, decoder, literal)).isEqualTo(outcome);
        for (int[] ends : Cuts.of(indexing)) {
            assertThat(read(reader, decoder, indexing, ends)).isEqualTo(outcome);
        }
        assertThat(outcome.fault == null || !outcome.fault.endsConnection()).isTrue();
        assertThat(Optional.ofNullable(outcome.meaning)).isEqualTo(GrammarSection.read(RawLine.split(text)));
        Allocation.assertAtMost(
                ALLOCATED_ALWAYS + (long) ALLOCATED_PER_BYTE * bytes.length, () -> read(reader, decoder, literal));
    }

    private record Outcome(Http2Fault fault, Meaning meaning) {}

    private static Outcome read(RequestHeadReader reader, HpackDecoder decoder, byte[] block, int... ends) {
        reader.begin();
        decoder.begin(reader);
        int from = 0;
        for (int end : ends) {
            decoder.decode(block, from, end);
            from = end;
        }
        decoder.decode(block, from, block.length);
        decoder.end();
        Http2Fault fault = reader.end();
        return new Outcome(fault, fault == null ? meaning(reader) : null);
    }

    private static Meaning meaning(RequestHeadReader reader) {
        Map<String, String> pseudo = new HashMap<>();
        pseudo.put(":method", reader.method());
        pseudo.put(":scheme", reader.scheme());
        pseudo.put(":path", reader.path());
        if (reader.protocol() != null) {
            pseudo.put(":protocol", reader.protocol());
        }
        RequestFieldLines taken = new RequestFieldLines(reader.lines());
        List<RawLine> lines = new ArrayList<>();
        for (int line = 0; line < taken.count(); line++) {
            lines.add(new RawLine(taken.name(line).toLowerCase(Locale.ROOT), taken.value(line)));
        }
        return new Meaning(pseudo, lines, reader.contentLength());
    }
}
