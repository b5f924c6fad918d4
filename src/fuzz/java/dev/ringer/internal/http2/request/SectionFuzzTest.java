package dev.ringer.internal.http2.request;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;

/** What {@link SectionProperties} says, searched for a contradiction guided by coverage. Runs with {@code -Pfuzz}. */
class SectionFuzzTest {
    @FuzzTest
    @DictionaryEntries({
        ":method=GET|",
        ":method=CONNECT|",
        ":method=OPTIONS|",
        ":scheme=https|",
        ":authority=h:80|",
        ":path=/|",
        ":path=*|",
        ":protocol=websocket|",
        "|host=h:80",
        "|cookie=a=1",
        "|content-length=5",
        "|te=trailers",
        "|connection=close",
        "|transfer-encoding=chunked"
    })
    void sectionsMeanOneThing(byte[] bytes) {
        SectionProperties.assertAll(bytes);
    }
}
