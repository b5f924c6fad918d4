package dev.ringer.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.process.JavaCommand;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What nobody uses costs nothing: without a recording nothing is loaded for events but what looks for one. */
class UnusedEventsTest {
    private static final String CLASSES = String.join(File.pathSeparator, "target/classes", "target/test-classes");
    private static final String OF_EVENTS = "dev.ringer.internal.jfr.";

    @Test
    void loadsNothingForEventsThatNobodyRecords() {
        String output = answerWith("-Xlog:class+load:stdout");

        assertThat(output).contains("answer 72").contains(OF_EVENTS + "FlightRecorderWatch ");
        assertThat(output.lines().filter(line -> line.contains(OF_EVENTS))).hasSize(1);
        assertThat(output)
                .doesNotContain("RecordedStream")
                .doesNotContain("ObservedStream")
                .doesNotContain("dev.ringer.internal.observe.RequestRecord");
        assertThat(output.lines().filter(line -> line.contains(" jdk.jfr.")))
                .as("classes of the Flight Recorder")
                .hasSizeLessThanOrEqualTo(3);
    }

    @Test
    void isMissedByNobodyWhereThereIsNoFlightRecorder() {
        assertThat(answerWith("-Xlog:class+load:stdout", "--limit-modules", "jdk.httpserver,java.logging"))
                .contains("answer 72")
                .doesNotContain("jdk.jfr")
                .doesNotContain("Exception:")
                .doesNotContain("WARNING");
    }

    @Test
    void recordsFromTheStartOfTheProgram(@TempDir Path folder) {
        Path file = folder.resolve("first.jfr");
        answerWith("-XX:StartFlightRecording:filename=" + file + ",dev.ringer.Request#threshold=0ms");
        String summary = JavaCommand.tool("jfr", "summary", file).output();
        String printed =
                JavaCommand.tool("jfr", "print", "--categories", "Ringer", file).output();

        assertThat(summary)
                .containsPattern("dev\\.ringer\\.Request +1 ")
                .containsPattern("dev\\.ringer\\.Connection +1 ");
        assertThat(printed)
                .contains("dev.ringer.Request {", "method = \"GET\"", "contextPath = \"/\"", "status = 200")
                .contains("dev.ringer.Connection {", "remoteAddress = \"127.0.0.1\"", "requests = 1");
    }

    @Test
    void recordsAsSoonAsSomebodyBegins() {
        String output = outputOf("dev.ringer.observe.RecordedMain", "", "-Xlog:class+load:stdout");

        assertThat(output).containsSubsequence("answered before", OF_EVENTS + "RequestEvent ", "recorded");
    }

    private static String answerWith(String... options) {
        return outputOf("dev.ringer.http2.UnusedMain", "request", options);
    }

    private static String outputOf(String program, String argument, String... options) {
        List<Object> command = new ArrayList<>(List.of(options));
        command.addAll(List.of(
                "-Dcom.sun.net.httpserver.HttpServerProvider=dev.ringer.RingerProvider",
                "-cp",
                CLASSES,
                program,
                argument));
        return JavaCommand.java(command.toArray()).output();
    }
}
