package dev.ringer.internal.transport.tls;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;

/** What {@link RecordProperties} says, searched for a contradiction guided by coverage. Runs with {@code -Pfuzz}. */
class RecordFuzzTest {
    @FuzzTest
    @DictionaryEntries({
        "\\x17\\x03\\x03\\x00\\x01x",
        "\\x17\\x03\\x03\\x00\\x00",
        "\\x16\\x03\\x03\\x00\\x02\\x18\\x01",
        "\\x16\\x03\\x03\\x00\\x02\\x18\\x00",
        "\\x15\\x03\\x03\\x00\\x02\\x01\\x00",
        "\\x17\\x03\\x03\\x04\\x00",
        "\\x17\\x03\\x03\\xff\\xff"
    })
    void recordsMeanOneThing(byte[] bytes) {
        RecordProperties.assertAll(bytes);
    }
}
