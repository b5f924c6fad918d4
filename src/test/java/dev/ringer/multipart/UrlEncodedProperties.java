package dev.ringer.multipart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.internal.uploads.SharedBytes;
import dev.ringer.testkit.Allocation;
import dev.ringer.testkit.Cuts;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Checks properties that hold for any bytes that are read as a urlencoded form:
 *
 * <ul>
 *   <li>The only exception is a {@link FormException}.
 *   <li>The result does not depend on how the bytes are split.
 *   <li>The allocated memory is at most a constant plus a multiple of the number of bytes.
 *   <li>Strict mode accepts a form exactly if two hexadecimal digits follow each percent sign.
 *   <li>Strict mode returns the same pairs as a simple reader.
 *   <li>Legacy mode accepts every form.
 *   <li>A form that is written again with every byte escaped is the same.
 *   <li>The memory that was counted is released.
 * </ul>
 */
final class UrlEncodedProperties {
    private static final Pattern SOUND = Pattern.compile("(?:[^%]|%[0-9A-Fa-f]{2})*+", Pattern.DOTALL);
    private static final int ALLOCATED_PER_BYTE = 400;
    private static final int ALLOCATED_ALWAYS = 128 << 10;

    private UrlEncodedProperties() {}

    private record Pair(String name, String value) {}

    private record Outcome(List<Pair> pairs, List<FormViolation> violations, String refusal) {
        boolean namesCharset() {
            return pairs.stream().anyMatch(pair -> pair.name.equals("_charset_"));
        }
    }

    private static FormOptions.Builder wide(FormCompliance mode) {
        return FormOptions.builder().compliance(mode).maxParts(100_000);
    }

    static void assertAll(byte[] body) {
        Outcome strict = assertSameInPieces(body, wide(FormCompliance.RFC7578).build());
        Outcome legacy = assertSameInPieces(body, wide(FormCompliance.LEGACY).build());
        assertSameInPieces(
                body, wide(FormCompliance.LEGACY).maxParts(3).maxFieldBytes(9).build());

        assertThat(legacy.refusal).isNull();
        if (legacy.violations.isEmpty()) {
            assertThat(strict).isEqualTo(legacy);
        }
        if (!legacy.namesCharset()) {
            assertThat(Optional.of(strict)
                            .filter(outcome -> outcome.refusal == null)
                            .map(Outcome::pairs))
                    .isEqualTo(simplyRead(body));
            assertSameWrittenAgain(legacy);
        }
        FormOptions options = wide(FormCompliance.LEGACY).build();
        Allocation.assertAtMost(
                ALLOCATED_ALWAYS + (long) ALLOCATED_PER_BYTE * body.length, () -> outcome(body, options));
    }

    private static Outcome assertSameInPieces(byte[] body, FormOptions options) {
        Outcome whole = outcome(body, options);
        for (int[] ends : Cuts.of(body)) {
            assertThat(outcome(body, options, ends)).isEqualTo(whole);
        }
        return whole;
    }

    private static Outcome outcome(byte[] body, FormOptions options, int... ends) {
        long before = SharedBytes.MEMORY.taken();
        try (MemoryLease lease = new MemoryLease(options)) {
            UrlEncodedParser parser = new UrlEncodedParser(options, lease);
            int from = 0;
            for (int end : ends) {
                feed(parser, body, from, end);
                from = end;
            }
            feed(parser, body, from, body.length);
            parser.finish();
            return new Outcome(pairs(parser), parser.violations(), null);
        } catch (FormException e) {
            return new Outcome(List.of(), List.of(), e.getMessage());
        } finally {
            assertThat(SharedBytes.MEMORY.taken()).isEqualTo(before);
        }
    }

    private static void feed(UrlEncodedParser parser, byte[] body, int from, int to) throws FormException {
        byte[] piece = new byte[to - from + 2]; // other bytes surround the piece, and replace it after the call
        Arrays.fill(piece, (byte) '&');
        System.arraycopy(body, from, piece, 1, to - from);
        parser.feed(piece, 1, to - from);
        Arrays.fill(piece, (byte) '%');
    }

    private static List<Pair> pairs(UrlEncodedParser parser) {
        return parser.fields().stream()
                .map(entry -> new Pair(entry.name(), ((FormField) entry).text()))
                .toList();
    }

    private static Optional<List<Pair>> simplyRead(byte[] body) {
        String text = new String(body, StandardCharsets.ISO_8859_1);
        if (!SOUND.matcher(text).matches()) {
            return Optional.empty();
        }
        List<Pair> pairs = new ArrayList<>();
        for (String pair : text.split("&")) {
            if (!pair.isEmpty()) {
                String[] both = pair.split("=", 2);
                pairs.add(new Pair(plain(both[0]), both.length == 2 ? plain(both[1]) : ""));
            }
        }
        return Optional.of(pairs);
    }

    private static String plain(String escaped) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int at = 0; at < escaped.length(); at++) {
            char c = escaped.charAt(at);
            if (c == '%') {
                bytes.write(HexFormat.fromHexDigits(escaped, at + 1, at + 3));
                at += 2;
            } else {
                bytes.write(c == '+' ? ' ' : c);
            }
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static void assertSameWrittenAgain(Outcome legacy) {
        StringBuilder written = new StringBuilder();
        for (Pair pair : legacy.pairs) {
            written.append('&').append(escaped(pair.name)).append('=').append(escaped(pair.value));
        }

        Outcome again = outcome(
                written.toString().getBytes(StandardCharsets.US_ASCII),
                wide(FormCompliance.RFC7578).build());

        assertThat(again).isEqualTo(new Outcome(legacy.pairs, List.of(), null));
    }

    private static String escaped(String text) {
        StringBuilder escaped = new StringBuilder();
        for (byte octet : text.getBytes(StandardCharsets.UTF_8)) {
            escaped.append('%').append(HexFormat.of().toHexDigits(octet));
        }
        return escaped.toString();
    }
}
