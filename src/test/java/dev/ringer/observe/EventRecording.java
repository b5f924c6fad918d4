package dev.ringer.observe;

import dev.ringer.process.JavaCommand;
import dev.ringer.testkit.Deadlines;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** Records the events of a test's servers. A recording that starts before the servers has all of their events. */
final class EventRecording implements AutoCloseable {
    private final Recording recording = new Recording();

    private EventRecording() {}

    /** Records all events of Ringer, however short. */
    static EventRecording ofAll() {
        EventRecording made = new EventRecording();
        for (String name : List.of("Request", "LoopRelief")) {
            made.recording.enable("dev.ringer." + name).withThreshold(Duration.ZERO);
        }
        return made.started();
    }

    /** Also records requests that are as long as their default threshold. */
    static EventRecording ofSlow() {
        EventRecording made = new EventRecording();
        made.recording.enable("dev.ringer.Request");
        return made.started();
    }

    /** Records only the events that are enabled by default. */
    static EventRecording ofDefaults() {
        return new EventRecording().started();
    }

    private EventRecording started() {
        recording.start();
        return this;
    }

    /** Reads the file of a recording. */
    private interface Reader<T> {
        T read(Path file) throws IOException;
    }

    /** Returns the events with this name that have been recorded so far. */
    List<RecordedEvent> events(String name) {
        return read(file -> RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().equals("dev.ringer." + name))
                .toList());
    }

    /** Returns what the JDK's tool {@code jfr} prints for the category Ringer. */
    String printed() {
        return read(file ->
                JavaCommand.tool("jfr", "print", "--categories", "Ringer", file).output());
    }

    private <T> T read(Reader<T> reader) {
        try {
            Path file = Files.createTempFile("events", ".jfr");
            try {
                recording.dump(file);
                return reader.read(file);
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits for an event that fits, and returns the first one. */
    RecordedEvent await(String name, Predicate<RecordedEvent> fits) {
        AtomicReference<RecordedEvent> found = new AtomicReference<>();
        try {
            Deadlines.await("an event " + name, () -> {
                events(name).stream().filter(fits).findFirst().ifPresent(found::set);
                return found.get() != null;
            });
        } catch (AssertionError none) {
            throw new AssertionError(none.getMessage() + " among " + events(name), none);
        }
        return found.get();
    }

    /** Waits for an event with this value in a field, and returns the first one. */
    RecordedEvent await(String name, String field, Object value) {
        return await(name, event -> value.equals(event.getValue(field)));
    }

    @Override
    public void close() {
        recording.close();
    }
}
