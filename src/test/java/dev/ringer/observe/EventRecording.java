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

/** A recording of events of a test's own servers, which are to be started after it: then nothing of them is missing. */
final class EventRecording implements AutoCloseable {
    private final Recording recording = new Recording();

    private EventRecording() {}

    /** All events of Ringer, however short. */
    static EventRecording ofAll() {
        EventRecording made = new EventRecording();
        for (String name : List.of("Request", "LoopRelief")) {
            made.recording.enable("dev.ringer." + name).withThreshold(Duration.ZERO);
        }
        return made.started();
    }

    /** All events of Ringer that are as long as each one's default demands. */
    static EventRecording ofSlow() {
        EventRecording made = new EventRecording();
        made.recording.enable("dev.ringer.Request");
        return made.started();
    }

    /** What there is where nothing is asked for. */
    static EventRecording ofDefaults() {
        return new EventRecording().started();
    }

    private EventRecording started() {
        recording.start();
        return this;
    }

    /** What reads the file of a recording. */
    private interface Reader<T> {
        T read(Path file) throws IOException;
    }

    /** What there is now of one kind. */
    List<RecordedEvent> events(String name) {
        return read(file -> RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().equals("dev.ringer." + name))
                .toList());
    }

    /** What the JDK's own tool prints of it. */
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

    /** The first one that fits, once there is one. */
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

    /** The first one for which a field has this value, once there is one. */
    RecordedEvent await(String name, String field, Object value) {
        return await(name, event -> value.equals(event.getValue(field)));
    }

    @Override
    public void close() {
        recording.close();
    }
}
