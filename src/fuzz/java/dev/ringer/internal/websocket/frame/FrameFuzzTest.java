package dev.ringer.internal.websocket.frame;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.ringer.testkit.Cuts;

/** Whether frames mean the same however they are cut, and what a plain reader reads. Runs with {@code -Pfuzz}. */
class FrameFuzzTest {
    @FuzzTest
    @DictionaryEntries({
        "\\x81\\x82\\x00\\x00\\x00\\x00hi",
        "\\x01\\x81\\x00\\x00\\x00\\x00a",
        "\\x80\\x81\\x00\\x00\\x00\\x00b",
        "\\x89\\x80\\x00\\x00\\x00\\x00",
        "\\x88\\x82\\x00\\x00\\x00\\x00\\x03\\xe8",
        "\\xc1\\x81\\x00\\x00\\x00\\x00a",
        "\\x82\\xfe\\x00\\x7e\\x00\\x00\\x00\\x00",
        "\\x82\\xff\\x00\\x00\\x00\\x00\\x00\\x01\\x00\\x00\\x00\\x00\\x00\\x00"
    })
    void framesMeanOneThing(byte[] bytes) {
        for (boolean mayCompress : new boolean[] {false, true}) {
            for (int[] cuts : Cuts.of(bytes)) {
                assertThat(FrameLog.of(bytes, cuts, mayCompress)).isEqualTo(FrameOracle.of(bytes, mayCompress));
            }
        }
    }
}
