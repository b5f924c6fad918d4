package dev.ringer.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.process.JavaCommand;
import dev.ringer.testkit.LoadedClasses;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What nobody uses costs nothing: without a recording nothing is loaded for events but what looks for one. */
class UnusedEventsTest {
    private static final String OF_EVENTS = "dev.ringer.internal.jfr.";

    @Test
    void loadsNothingForEventsThatNobodyRecords() {
        String output = LoadedClasses.ofOneRequest();

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
        assertThat(LoadedClasses.ofOneRequest("--limit-modules", "jdk.httpserver,java.logging"))
                .contains("answer 72")
                .doesNotContain("jdk.jfr")
                .doesNotContain("Exception:")
                .doesNotContain("WARNING");
    }

    @Test
    void recordsFromTheStartOfTheProgram(@TempDir Path folder) {
        Path file = folder.resolve("first.jfr");
        LoadedClasses.ofOneRequest("-XX:StartFlightRecording:filename=" + file
                + ",+dev.ringer.Request#enabled=true,+dev.ringer.Request#threshold=0ms");
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
        String output = LoadedClasses.of("dev.ringer.observe.RecordedMain", "");

        assertThat(output).containsSubsequence("answered before", OF_EVENTS + "RequestEvent ", "recorded");
    }
}
