package dev.ringer.multipart;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;

/** What {@link UrlEncodedProperties} says, searched for a contradiction guided by coverage. Runs with {@code -Pfuzz}. */
class UrlEncodedFuzzTest {
    @FuzzTest
    @DictionaryEntries({"a=b&", "_charset_=ISO-8859-1&", "%26", "%C3%A4", "%", "+", "&&", "=="})
    void formsMeanOneThing(byte[] bytes) {
        UrlEncodedProperties.assertAll(bytes);
    }
}
