package dev.ringer.internal.names;

import static dev.ringer.internal.names.KnownNames.UNKNOWN;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KnownNamesTest {
    @Test
    void hasTheConstantsInTheOrderOfTheList() {
        assertThat(KnownNames.name(KnownNames.HOST)).isEqualTo("Host");
        assertThat(KnownNames.name(KnownNames.CONNECTION)).isEqualTo("Connection");
        assertThat(KnownNames.name(KnownNames.CONTENT_LENGTH)).isEqualTo("Content-length");
        assertThat(KnownNames.name(KnownNames.TRANSFER_ENCODING)).isEqualTo("Transfer-encoding");
        assertThat(KnownNames.name(KnownNames.EXPECT)).isEqualTo("Expect");
        assertThat(KnownNames.name(KnownNames.UPGRADE)).isEqualTo("Upgrade");
        assertThat(KnownNames.name(KnownNames.DATE)).isEqualTo("Date");
        assertThat(KnownNames.name(KnownNames.KEEP_ALIVE)).isEqualTo("Keep-alive");
    }

    @Test
    void keepsEveryNameInNormalFormAndOnlyOnce() {
        Set<String> names = new HashSet<>();

        for (int i = 0; i < KnownNames.count(); i++) {
            String name = KnownNames.name(i);
            assertThat(name).matches("[A-Z][a-z0-9-]+");
            assertThat(names.add(name)).as(name).isTrue();
        }
    }

    @Test
    void preparesThePrefixOfALine() {
        for (int i = 0; i < KnownNames.count(); i++) {
            assertThat(new String(KnownNames.prefix(i), ISO_8859_1)).isEqualTo(KnownNames.name(i) + ": ");
        }
    }

    @Test
    void findsEveryNameInEverySpelling() {
        Random random = new Random(5);

        for (int i = 0; i < KnownNames.count(); i++) {
            String name = KnownNames.name(i);
            assertIndex(name, i);
            assertIndex(name.toLowerCase(Locale.ROOT), i);
            assertIndex(name.toUpperCase(Locale.ROOT), i);
            for (int spelling = 0; spelling < 100; spelling++) {
                assertIndex(randomCase(name, random), i);
            }
        }
    }

    @Test
    void refusesEveryNameWithOneOtherByte() {
        for (int i = 0; i < KnownNames.count(); i++) {
            char[] chars = KnownNames.name(i).toCharArray();
            for (int position = 0; position < chars.length; position++) {
                char original = chars[position];
                for (char other = 0; other < 256; other++) {
                    chars[position] = other;
                    String changed = new String(chars);
                    if (!isCaseVariant(original, other)) {
                        assertNoOtherSpelling(changed, i);
                    }
                }
                chars[position] = original;
            }
        }
    }

    @Test
    void refusesCharactersThatUnicodeFoldsToLetters() {
        assertThat(KnownNames.indexOf("\u212Aeep-alive")).isEqualTo(UNKNOWN);
        assertThat(KnownNames.indexOf("Ho\u017Ft")).isEqualTo(UNKNOWN);
        assertThat(KnownNames.indexOf("V\u0131a")).isEqualTo(UNKNOWN);
        assertThat(KnownNames.indexOf("\u0148ost")).isEqualTo(UNKNOWN);
        assertThat(KnownNames.indexOf("\uFF28ost")).isEqualTo(UNKNOWN);
    }

    @Test
    void refusesShorterAndLongerNames() {
        for (int i = 0; i < KnownNames.count(); i++) {
            String name = KnownNames.name(i);
            assertNoOtherSpelling(name + " ", i);
            assertNoOtherSpelling(" " + name, i);
            assertNoOtherSpelling(name + name.charAt(name.length() - 1), i);
            assertNoOtherSpelling(name.substring(1), i);
            assertNoOtherSpelling(name.substring(0, name.length() - 1), i);
        }
    }

    @Test
    void refusesTheEmptyAndTheVeryLongName() {
        assertIndex("", UNKNOWN);
        assertIndex("x".repeat(100_000), UNKNOWN);
        assertThat(KnownNames.indexOf(new byte[4], 3, 2)).isEqualTo(UNKNOWN);
    }

    @Test
    void refusesRandomBytes() {
        Random random = new Random(6);
        byte[] bytes = new byte[40];

        for (int i = 0; i < 100_000; i++) {
            random.nextBytes(bytes);
            assertThat(KnownNames.indexOf(bytes, 0, 2 + random.nextInt(38))).isEqualTo(UNKNOWN);
        }
    }

    /** Checks the index of a name as a string, as a whole array, and as the middle of a larger array. */
    private static void assertIndex(String name, int expected) {
        assertThat(KnownNames.indexOf(name)).as(name).isEqualTo(expected);
        byte[] alone = name.getBytes(ISO_8859_1);
        assertThat(KnownNames.indexOf(alone, 0, alone.length)).as(name).isEqualTo(expected);
        byte[] surrounded = ("Host" + name + "Host").getBytes(ISO_8859_1);
        assertThat(KnownNames.indexOf(surrounded, 4, surrounded.length - 4))
                .as(name)
                .isEqualTo(expected);
    }

    /** Checks that a changed name is not found as the original name. It may happen to be another known name. */
    private static void assertNoOtherSpelling(String changed, int original) {
        int index = KnownNames.indexOf(changed);
        assertIndex(changed, index);
        assertThat(index).as(changed).isNotEqualTo(original);
        if (index != UNKNOWN) {
            assertThat(KnownNames.name(index)).isEqualToIgnoringCase(changed);
        }
    }

    private static boolean isCaseVariant(char a, char b) {
        return a < 128 && b < 128 && Character.toLowerCase(a) == Character.toLowerCase(b);
    }

    private static String randomCase(String name, Random random) {
        StringBuilder spelling = new StringBuilder();
        for (char c : name.toCharArray()) {
            spelling.append(random.nextBoolean() ? Character.toUpperCase(c) : Character.toLowerCase(c));
        }
        return spelling.toString();
    }
}
