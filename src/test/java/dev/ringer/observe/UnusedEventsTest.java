package dev.ringer.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.LoadedClasses;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that unused events cost nothing: without a recording, only the class that watches for one is loaded. */
class UnusedEventsTest {
    private static final String OF_EVENTS = "dev.ringer.internal.jfr.";

    @Test
    void loadsNothingForEventsThatNobodyRecords() {
        String output = LoadedClasses.ofOneRequest();

        assertThat(output).contains("answer 72").contains(OF_EVENTS + "FlightRecorderWatch ");
        assertThat(output.lines().filter(line -> line.contains(OF_EVENTS))).hasSize(1);
        assertThat(output)
                .doesNotContain("RecordingListener")
                .doesNotContain("ExchangeListeners")
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
    void recordsFromTheStartOfTheProgram(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("first.jfr");
        LoadedClasses.ofOneRequest("-XX:StartFlightRecording:filename=" + file
                + ",+dev.ringer.Request#enabled=true,+dev.ringer.Request#threshold=0ms");

        RecordedEvent request = theOnly("dev.ringer.Request", file);
        assertThat(request.getString("method")).isEqualTo("GET");
        assertThat(request.getString("contextPath")).isEqualTo("/");
        assertThat(request.getInt("status")).isEqualTo(200);
        RecordedEvent connection = theOnly("dev.ringer.Connection", file);
        assertThat(connection.getString("remoteAddress")).isEqualTo("127.0.0.1");
        assertThat(connection.getLong("requests")).isEqualTo(1);
    }

    private static RecordedEvent theOnly(String name, Path file) throws IOException {
        List<RecordedEvent> events = RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().equals(name))
                .toList();
        assertThat(events).as(name).hasSize(1);
        return events.get(0);
    }

    @Test
    void recordsAsSoonAsSomebodyBegins() {
        String output = LoadedClasses.of("dev.ringer.observe.RecordedMain", "");

        assertThat(output).containsSubsequence("answered before", OF_EVENTS + "RequestEvent ", "recorded");
    }
}
