package dev.ringer.internal.accesslog;

import dev.ringer.options.AccessLogOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The access log writers of this process. Servers with the same destination share a writer, because two writers of one
 * file would both rotate it. The first server that uses a file decides how the file is rotated. Thread-safe.
 */
final class SharedWriters {
    private static final long CLOSE_NANOS = TimeUnit.SECONDS.toNanos(5);

    private static final Map<String, Entry> ENTRIES = new HashMap<>(); // guarded by the monitor of this map

    private SharedWriters() {}

    private static final class Entry {
        final String place;
        final LogWriter writer;
        final Thread atExit;
        int leases;

        Entry(String place, LogWriter writer) {
            this.place = place;
            this.writer = writer;
            // This shutdown hook does not close the writer. Shutdown hooks run in parallel, so a hook of the
            // application may stop its servers later, and these servers may still write lines.
            atExit = new Thread(null, () -> writer.drain(CLOSE_NANOS), "Ringer-access-log-exit", 0, false);
        }
    }

    /** The right of one server to use a writer until {@link #close} is called. */
    static final class Lease {
        private final Entry entry;

        private Lease(Entry entry) {
            this.entry = entry;
        }

        boolean add(AccessRecord record) {
            return entry.writer.add(record);
        }

        /**
         * Declares that the server does not need the writer any more. Called once. The last server's call closes the
         * writer, after all its lines are written.
         */
        void close() {
            giveBack(entry);
        }
    }

    static Lease lease(AccessLogOptions options) throws IOException {
        String place = placeOf(options);
        synchronized (ENTRIES) {
            Entry entry = ENTRIES.get(place);
            if (entry == null) {
                entry = new Entry(place, new LogWriter(open(options)));
                entry.writer.start();
                endAtExit(entry);
                ENTRIES.put(place, entry);
            }
            entry.leases++;
            return new Lease(entry);
        }
    }

    private static String placeOf(AccessLogOptions options) {
        String file = options.file();
        boolean path = !file.isEmpty() && !file.equals(AccessLogOptions.STANDARD_OUTPUT);
        return path ? Path.of(file).toAbsolutePath().normalize().toString() : file;
    }

    private static LogSink open(AccessLogOptions options) throws IOException {
        if (options.file().isEmpty()) {
            return new LoggerSink();
        }
        if (options.file().equals(AccessLogOptions.STANDARD_OUTPUT)) {
            return new StreamSink();
        }
        RotatingFile file = new RotatingFile(
                Path.of(options.file()), options.maxFileSize(), options.maxFiles(), Clock.systemDefaultZone());
        file.open();
        return file;
    }

    private static void endAtExit(Entry entry) {
        try {
            Runtime.getRuntime().addShutdownHook(entry.atExit);
        } catch (IllegalStateException ignored) { // the JVM is shutting down, so no hook can be added
        }
    }

    private static void giveBack(Entry entry) {
        synchronized (ENTRIES) {
            if (--entry.leases > 0) {
                return;
            }
            ENTRIES.remove(entry.place);
            try {
                Runtime.getRuntime().removeShutdownHook(entry.atExit);
            } catch (IllegalStateException ignored) { // the JVM is shutting down, so the hook cannot be removed
            }
            entry.writer.close(CLOSE_NANOS); // wait here, before another server can open the same file
        }
    }
}
