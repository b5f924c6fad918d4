package dev.ringer.multipart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests a file with two names: a filter reads {@code filename}, a picture; the application reads a program. */
class FileNameDisguiseTest {
    private static final String SHELL = "filename*=UTF-8''shell.jsp";

    private static byte[] body(String names) {
        return Bodies.part("Content-Disposition: form-data; name=\"f\"; " + names + "\r\n", "x");
    }

    private static void refuses(FormViolation violation, String names) {
        assertThatThrownBy(() -> RecordedParts.of(body(names), Bodies.TYPE, options(FormCompliance.RFC7578)))
                .isInstanceOfSatisfying(
                        FormViolationException.class,
                        e -> assertThat(e.violation()).isEqualTo(violation));
    }

    private static FormOptions options(FormCompliance mode) {
        return FormOptions.builder().compliance(mode).build();
    }

    @Test
    void refusesNamesThatDiffer() {
        refuses(FormViolation.FILE_NAMES_DIFFER, "filename=\"a.jpg\"; " + SHELL);
        refuses(FormViolation.FILE_NAMES_DIFFER, SHELL + "; filename=\"a.jpg\"");
        refuses(FormViolation.FILE_NAMES_DIFFER, "filename=\"\"; " + SHELL);
        refuses(FormViolation.FILE_NAMES_DIFFER, "filename=\"shell.jsp \"; " + SHELL);
        refuses(FormViolation.FILE_NAMES_DIFFER, "filename=\"SHELL.jsp\"; " + SHELL);
    }

    @Test
    void refusesAnExtendedNameAlone() {
        refuses(FormViolation.EXTENDED_FILE_NAME, SHELL);
        refuses(FormViolation.EXTENDED_FILE_NAME, "FileName*=UTF-8''");
    }

    @Test
    void refusesAnExtendedNameInACharsetThatHidesIt() {
        refuses(FormViolation.EXTENDED_VALUE, "filename*=UTF-7''shell.jsp");
        refuses(FormViolation.EXTENDED_VALUE, "filename*=IBM037''%A2%88%85%93%93%4B%91%A2%97");
    }

    @Test
    void refusesAQuoteThatMayEndTheNameOrNot() {
        for (String names : List.of(
                "filename=\"a.jpg\\\";x=\\\".jsp\"",
                "filename=\"a.jpg\\\" ; .jsp\"",
                "filename=\"a.jpg\\\"; filename=\\\"shell.jsp\"")) {
            refuses(FormViolation.PARAMETER_SYNTAX, names);
        }
    }

    @Test
    void takesNamesThatAgree() throws IOException {
        byte[] body = body("filename=\"shell.jsp\"; " + SHELL);

        assertThat(RecordedParts.of(body, Bodies.TYPE, options(FormCompliance.RFC7578)).parts)
                .hasToString("[f(shell.jsp)=x]");
    }

    @Test
    void listsEveryExtendedNameInLegacyMode() throws IOException {
        assertThat(listed(SHELL)).containsExactly(FormViolation.EXTENDED_FILE_NAME);
        assertThat(listed("filename=shell.jsp; " + SHELL)).containsExactly(FormViolation.EXTENDED_FILE_NAME);
        assertThat(listed("filename=a.jpg; " + SHELL)).containsExactly(FormViolation.FILE_NAMES_DIFFER);
    }

    private static List<FormViolation> listed(String names) throws IOException {
        RecordedParts recorded = new RecordedParts();
        MultipartParser parser = new MultipartParser(Bodies.TYPE, options(FormCompliance.LEGACY), recorded);
        recorded.feed(parser, body(names));
        assertThat(recorded.parts).hasToString("[f(shell.jsp)=x]");
        return parser.violations();
    }
}
