package dev.ringer.internal.http1.codec;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;

/** What {@link HeadProperties} says, searched for a contradiction guided by coverage. Runs with {@code -Pfuzz}. */
class RequestHeadFuzzTest {
    @FuzzTest
    @DictionaryEntries({
        "GET ",
        "HEAD ",
        "POST ",
        " / ",
        "*",
        "//",
        "http://h/",
        " HTTP/1.1\\x0d\\x0a",
        " HTTP/1.0\\x0d\\x0a",
        "\\x0d\\x0a",
        "\\x0d\\x0a\\x0d\\x0a",
        "\\x0d\\x0a ",
        "Host: h\\x0d\\x0a",
        "Content-Length: ",
        "Transfer-Encoding: ",
        "chunked",
        "Connection: ",
        "close",
        "keep-alive",
        "Upgrade",
        "Expect: 100-continue",
        "9223372036854775807"
    })
    void headsMeanOneThing(byte[] bytes) {
        HeadProperties.assertAll(bytes);
    }
}
