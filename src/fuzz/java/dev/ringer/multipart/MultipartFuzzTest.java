package dev.ringer.multipart;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;

/** What {@link HostileBytesTest} asserts, searched for guided by coverage. Runs with {@code -Pfuzz}. */
class MultipartFuzzTest {
    @FuzzTest(maxDuration = "60s")
    void survivesAnyBytes(FuzzedDataProvider data) throws IOException {
        Compliance mode = data.pickValue(Compliance.values());
        int split = data.consumeInt(0, 200);
        byte[] body = data.consumeRemainingAsBytes();

        HostileBytesTest.assertSameInPieces(body, mode, Math.min(split, body.length));
    }
}
