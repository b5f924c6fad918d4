package dev.ringer.internal.http1.codec;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;

/** What {@link ChunkProperties} says, searched for a contradiction guided by coverage. Runs with {@code -Pfuzz}. */
class ChunkFuzzTest {
    @FuzzTest
    @DictionaryEntries({
        "0\\x0d\\x0a\\x0d\\x0a",
        "1\\x0d\\x0ax\\x0d\\x0a",
        "\\x0d\\x0a",
        "\\x0a",
        ";a=b",
        "7fffffffffffffff",
        "8000000000000000",
        "X: y\\x0d\\x0a"
    })
    void bodiesMeanOneThing(byte[] bytes) {
        ChunkProperties.assertAll(bytes);
    }
}
