package dev.ringer.internal.accesslog;

import dev.ringer.options.AccessLogOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The log writers of this process, one for each destination. Two writers of one file would both rotate it. The first
 * server that writes to a file decides when it is renamed. Thread-safe.
 */
final class SharedWriters {
    private static final long CLOSE_NANOS = TimeUnit.SECONDS.toNanos(5);

    private static final Map<String, Entry> ENTRIES = new HashMap<>(); // guarded by itself

    private SharedWriters() {}

    private static final class Entry {
        final String place;
        final LogWriter writer;
        final Thread atExit;
        int leases;

        Entry(String place, LogWriter writer) {
            this.place = place;
            this.writer = writer;
            // Shutdown hooks run in parallel, and the application's hook may still stop its servers. So this hook does
            // not close the writer.
            atExit = new Thread(null, () -> writer.drain(CLOSE_NANOS), "Ringer-access-log-exit", 0, false);
        }
    }

    /** The use of a shared writer by one server. */
    static final class Lease {
        private final Entry entry;

        private Lease(Entry entry) {
            this.entry = entry;
        }

        boolean add(AccessRecord record) {
            return entry.writer.add(record);
        }

        /**
         * Gives the writer back. Each server calls this method once. The call of the last server waits until all lines
         * are written.
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
        } catch (IllegalStateException ignored) { // the JVM is shutting down already
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
            } catch (IllegalStateException ignored) { // the hook runs already
            }
            entry.writer.close(CLOSE_NANOS); // before another server opens the same file
        }
    }
}
