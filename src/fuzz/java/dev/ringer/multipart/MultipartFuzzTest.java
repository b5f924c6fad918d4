package dev.ringer.multipart;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;

/** What {@link FormProperties} says, searched for a contradiction guided by coverage. Runs with {@code -Pfuzz}. */
class MultipartFuzzTest {
    @FuzzTest
    @DictionaryEntries({
        "--B\\x0d\\x0a",
        "\\x0d\\x0a--B\\x0d\\x0a",
        "\\x0d\\x0a--B--\\x0d\\x0a",
        "\\x0d\\x0a\\x0d\\x0a",
        "\\x0a--B",
        "Content-Disposition: form-data; name=\"a\"",
        "; filename=\"b\"",
        "; filename*=UTF-8''%c3%a4",
        "\\x0d\\x0aContent-Type: text/plain; charset=ISO-8859-1",
        "\\x0d\\x0aContent-Transfer-Encoding: base64",
        "quoted-printable",
        "_charset_",
        "%22",
        "\\\\\"",
        "\\x0d\\x0a ",
        "=3D",
        "QUJD"
    })
    void formsMeanOneThing(byte[] bytes) throws IOException {
        FormProperties.assertAll(bytes);
    }
}
