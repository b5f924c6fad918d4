package dev.ringer.internal.transport.tls;

import com.code_intelligence.jazzer.junit.FuzzTest;

/** What {@link GenuineRecords} says, searched for a contradiction guided by coverage. Runs with {@code -Pfuzz}. */
class GenuineRecordFuzzTest {
    @FuzzTest
    void recordsArriveInFull(byte[] script) {
        GenuineRecords.assertAll(script);
    }
}
