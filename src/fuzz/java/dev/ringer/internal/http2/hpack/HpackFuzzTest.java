package dev.ringer.internal.http2.hpack;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;

/** What {@link HpackProperties} says, searched for a contradiction guided by coverage. Runs with {@code -Pfuzz}. */
class HpackFuzzTest {
    @FuzzTest
    @DictionaryEntries({
        "\\x82\\x86\\x84",
        "\\x41\\x8c\\xf1\\xe3\\xc2\\xe5\\xf2\\x3a\\x6b\\xa0\\xab\\x90\\xf4\\xff",
        "\\x40\\x0acustom-key\\x0dcustom-header",
        "\\x04\\x0c/sample/path",
        "\\x10\\x08password\\x06secret",
        "\\xbe",
        "\\x20",
        "\\x3f\\xe1\\x1f",
        "\\x7f\\x80\\x80\\x80\\x80\\x00",
        "\\x85\\xff\\xff\\xff\\xff\\xff"
    })
    void blocksMeanOneThing(byte[] bytes) {
        HpackProperties.assertAll(bytes);
    }
}
