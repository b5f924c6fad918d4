package dev.ringer.multipart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests line ends that were folded or doubled in transit: legacy mode still reads the original names. */
class MangledLineEndsTest {
    private static final FormOptions LEGACY =
            FormOptions.builder().compliance(FormCompliance.LEGACY).build();

    private static List<RecordedParts.Part> read(String body, int end) throws IOException {
        return RecordedParts.of(Bodies.latin(body), Bodies.TYPE, LEGACY, end).parts;
    }

    @ParameterizedTest
    @ValueSource(strings = {"\r\n", "\n", "\r"})
    void takesTheLineEndAwayAndNothingElse(String lineEnd) throws IOException {
        String body = "--B\r\nContent-Disposition: form-data;" + lineEnd + "\tname=\"f\"; filename=\"annual" + lineEnd
                + " report.pdf\"\r\nX-Empty:" + lineEnd + " " + lineEnd + "\r\nx\r\n--B--\r\n";

        for (int end = 0; end <= body.length(); end++) {
            assertThat(read(body, end)).hasToString("[f(annual report.pdf)=x]");
        }
    }

    @Test
    void keepsEveryBlankOfAFold() throws IOException {
        String body = "--B\r\nContent-Disposition: form-data; name=\"a \r\n  b\"\r\n\r\nx\r\n--B--\r\n";

        assertThat(read(body, 0)).hasToString("[a   b=x]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\r\r\n", "\r\r\r\n", "\r\r", " \r\r\n"})
    void keepsTheHeadersBehindADoubledCarriageReturn(String lineEnd) throws IOException {
        String body =
                "--B" + lineEnd + "Content-Disposition: form-data; name=\"f\"; filename=\"a\"\r\n\r\nx\r\n--B--\r\n";

        for (int end = 0; end <= body.length(); end++) {
            assertThat(read(body, end)).hasToString("[f(a)=x]");
        }
        assertThatThrownBy(() -> RecordedParts.of(Bodies.latin(body), Bodies.TYPE, FormOptions.defaults()))
                .isInstanceOf(FormViolationException.class)
                .hasMessage(FormViolation.CR_LINE_END.text());
    }
}
