package dev.ringer.internal.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

/** Tests the escaping of text that a client may try to write into the log. */
class LogTextTest {
    @Test
    void leavesPlainTextAsItIs() {
        for (String plain : new String[] {"", "GET /a?b=c HTTP/1.1", "größer als 日本", "back\\slash \"quoted\""}) {
            assertThat(LogText.line(plain)).isSameAs(plain);
        }
        assertThat(LogText.line(null)).isEqualTo("null");
    }

    @Test
    void escapesWhatCouldForgeALine() {
        assertThat(LogText.line("a\r\nWARNING: b\tc")).isEqualTo("a\\r\\nWARNING: b\\tc");
        assertThat(LogText.line("\u001b[2Ja\0\b\u007f")).isEqualTo("\\u001b[2Ja\\u0000\\u0008\\u007f");
        assertThat(LogText.line("\u0085\u009b2J\u2028\u2029")).isEqualTo("\\u0085\\u009b2J\\u2028\\u2029");
        assertThat(LogText.line("\u202egpj.exe\u2066")).isEqualTo("\\u202egpj.exe\\u2066");
    }

    @Test
    void boundsALine() {
        assertThat(LogText.bounded("abcdef", 4)).isEqualTo("abcd<TRUNCATED>");
        assertThat(LogText.bounded("\nbcdef", 4)).isEqualTo("\\nbcd<TRUNCATED>");
        assertThat(LogText.bounded("abcd", 4)).isEqualTo("abcd");
        assertThat(LogText.line("x".repeat(1_000_000))).hasSizeLessThan(1100);
    }

    @Test
    void leavesHarmlessFailuresAsTheyAre() {
        Throwable failure = new IllegalStateException("on purpose", new IOException("plain"));
        failure.addSuppressed(new IOException("also plain"));

        assertThat(LogText.printable(failure)).isSameAs(failure);
        assertThat(LogText.printable(null)).isNull();
    }

    @Test
    void escapesMessagesWhereverTheyStandInAFailure() {
        Throwable cause = new NumberFormatException("For input string: \"1\nSEVERE: forged\"");
        Throwable failure = new IllegalStateException("plain", cause);
        cause.addSuppressed(new IOException("x\r\nSEVERE: forged too", failure)); // a cycle

        String printed = printed(LogText.printable(failure));

        assertThat(printed.lines()).noneMatch(line -> line.startsWith("SEVERE"));
        assertThat(printed)
                .contains("java.lang.IllegalStateException: plain")
                .contains("Caused by: java.lang.NumberFormatException: For input string: \"1\\nSEVERE: forged\"")
                .contains("Suppressed: java.io.IOException: x\\r\\nSEVERE: forged too")
                .contains("\tat " + LogTextTest.class.getName() + ".escapesMessagesWhereverTheyStandInAFailure(");
    }

    @Test
    void boundsMessagesAndNumberOfCauses() {
        Throwable failure = new IOException("y".repeat(1_000_000));
        for (int i = 0; i < 10_000; i++) {
            failure = new IOException("cause", failure);
        }
        Throwable large = new IOException("y".repeat(1_000_000));

        assertThat(LogText.printable(failure)).isNotSameAs(failure);
        assertThat(depth(LogText.printable(failure))).isLessThan(100);
        assertThat(printed(LogText.printable(large)).lines().findFirst().orElseThrow())
                .hasSizeLessThan(1100);
    }

    private static int depth(Throwable failure) {
        int depth = 0;
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            depth++;
        }
        return depth;
    }

    private static String printed(Throwable failure) {
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text, true));
        return text.toString();
    }
}
