package dev.ringer.internal.websocket.frame;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Utf8Test {
    private static final HexFormat HEX = HexFormat.of();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "41",
                "00",
                "7f",
                "c280",
                "dfbf",
                "e0a080",
                "ed9fbf",
                "ee8080",
                "efbfbf",
                "f0908080",
                "f48fbfbf",
                "efbbbf",
                "cebae1bdb9cf83cebcceb5",
                "e282ac41e282ac"
            })
    void takes(String hex) {
        assertThat(cutEverywhere(HEX.parseHex(hex))).isEqualTo(Utf8.COMPLETE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "80",
                "bf",
                "c0",
                "c1",
                "c2c2",
                "e080",
                "e09f",
                "eda0",
                "edbf",
                "f080",
                "f08f",
                "f490",
                "f5",
                "ff",
                "fe",
                "c241",
                "e28241",
                "f0908041",
                "4180",
                "e2e2"
            })
    void refusesWithTheFirstWrongOctet(String hex) {
        byte[] bytes = HEX.parseHex(hex);

        assertThat(cutEverywhere(bytes)).isEqualTo(Utf8.INVALID);
        assertThat(Utf8.check(Utf8.COMPLETE, bytes, 0, bytes.length - 1)).isNotEqualTo(Utf8.INVALID);
    }

    @ParameterizedTest
    @ValueSource(strings = {"c2", "e0", "e282", "f0", "f090", "f09080", "41c2"})
    void knowsThatACharacterIsIncomplete(String hex) {
        byte[] bytes = HEX.parseHex(hex);
        int state = cutEverywhere(bytes);

        assertThat(state).isNotEqualTo(Utf8.COMPLETE).isNotEqualTo(Utf8.INVALID);
        assertThat(Utf8.endOfComplete(state, bytes, 0, bytes.length)).isEqualTo(hex.startsWith("41") ? 1 : 0);
    }

    @Test
    void findsEachWrongOctetAmongWordsOfAscii() {
        for (int length = 1; length < 40; length++) {
            for (int wrong = 0; wrong < length; wrong++) {
                byte[] bytes = new byte[length];
                Arrays.fill(bytes, (byte) 'a');
                bytes[wrong] = (byte) 0xff;

                assertThat(Utf8.check(Utf8.COMPLETE, bytes, 0, wrong)).isEqualTo(Utf8.COMPLETE);
                assertThat(Utf8.check(Utf8.COMPLETE, bytes, 0, length)).isEqualTo(Utf8.INVALID);
            }
        }
    }

    /** Compares the check with the JDK's decoder, on random text that may have a flipped bit or be truncated. */
    @Test
    void agreesWithTheDecoderOfTheJdk() {
        Random random = new Random(6455);
        for (int round = 0; round < 50_000; round++) {
            byte[] bytes = randomText(random);
            int cut = random.nextInt(bytes.length + 1);
            int state = Utf8.check(Utf8.COMPLETE, bytes, 0, cut);
            state = Utf8.check(state, bytes, cut, bytes.length);

            if (!verdict(state).equals(verdictOfJdk(bytes))) {
                throw new AssertionError(HEX.formatHex(bytes) + " is said to be " + verdict(state));
            }
        }
    }

    private static byte[] randomText(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(20); i >= 0; i--) {
            int bits = 1 + random.nextInt(21);
            int codePoint = random.nextInt(1 << bits);
            boolean character = codePoint <= Character.MAX_CODE_POINT
                    && (codePoint < Character.MIN_SURROGATE || codePoint > Character.MAX_SURROGATE);
            text.appendCodePoint(character ? codePoint : 'x');
        }
        byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
        if (random.nextBoolean()) {
            bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
        }
        return random.nextInt(3) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length + 1)) : bytes;
    }

    private static String verdict(int state) {
        return state == Utf8.COMPLETE ? "complete" : state == Utf8.INVALID ? "invalid" : "incomplete";
    }

    private static String verdictOfJdk(byte[] bytes) {
        CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CoderResult result = decoder.decode(in, CharBuffer.allocate(bytes.length + 1), false);
        if (result.isError()) {
            return "invalid";
        }
        return !in.hasRemaining() ? "complete" : canBeCompleted(bytes, 3) ? "incomplete" : "invalid";
    }

    /** Returns whether more bytes can complete the last character. The JDK's decoder checks only whole characters. */
    private static boolean canBeCompleted(byte[] bytes, int octets) {
        byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
        for (int next : new int[] {0x80, 0x90, 0xA0, 0xBF}) {
            longer[bytes.length] = (byte) next;
            CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
            ByteBuffer in = ByteBuffer.wrap(longer);
            boolean sound = !decoder.decode(in, CharBuffer.allocate(longer.length), false)
                    .isError();
            if (sound && (!in.hasRemaining() || octets > 1 && canBeCompleted(longer, octets - 1))) {
                return true;
            }
        }
        return false;
    }

    private static int cutEverywhere(byte[] bytes) {
        int state = Utf8.COMPLETE;
        for (int i = 0; i < bytes.length; i++) {
            state = Utf8.check(state, bytes, i, i + 1);
        }
        assertThat(state).isEqualTo(Utf8.check(Utf8.COMPLETE, bytes, 0, bytes.length));
        return state;
    }
}
