package dev.ringer.internal.accesslog;

import dev.ringer.internal.threads.DaemonThreads;
import dev.ringer.options.AccessLogOptions;
import dev.ringer.options.AccessLogOptions.Destination;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
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

    private static final Map<String, Shared> ALL = new HashMap<>(); // guarded by the monitor of this map

    private SharedWriters() {}

    static final class Shared {
        private final String place;
        private final LogWriter writer;
        private final Thread atExit;
        private int users; // number of servers that use the writer

        private Shared(String place, LogWriter writer) {
            this.place = place;
            this.writer = writer;
            // This shutdown hook does not close the writer. Shutdown hooks run in parallel, so a hook of the
            // application may stop its servers later, and these servers may still write lines.
            atExit = DaemonThreads.newThread("Ringer-access-log-exit", () -> writer.drain(CLOSE_NANOS));
        }

        boolean add(AccessRecord record) {
            return writer.add(record);
        }

        /**
         * Declares that a server does not need the writer any more. Each server calls this method once. The last call
         * closes the writer, after all its lines are written.
         */
        void close() {
            synchronized (ALL) {
                if (--users > 0) {
                    return;
                }
                ALL.remove(place);
                try {
                    Runtime.getRuntime().removeShutdownHook(atExit);
                } catch (IllegalStateException ignored) { // the JVM is shutting down, so the hook cannot be removed
                }
                writer.close(CLOSE_NANOS); // wait here, before another server can open the same file
            }
        }
    }

    /** Returns the writer for a server, which must call {@link Shared#close} when it stops. */
    static Shared open(AccessLogOptions options) throws IOException {
        try {
            return openAt(options);
        } catch (IOException e) {
            throw new IOException("ringer.accessLog: cannot open " + options.file() + ": " + reason(e), e);
        }
    }

    /** Returns why a file cannot be opened, without its path. The exceptions of the JDK often have no other message. */
    private static String reason(Exception failure) {
        if (failure instanceof FileSystemException system && system.getReason() != null) {
            return system.getReason();
        }
        if (failure instanceof AccessDeniedException) {
            return "permission denied";
        }
        return failure instanceof FileAlreadyExistsException exists
                ? exists.getFile() + " is not a folder"
                : failure.toString();
    }

    private static Shared openAt(AccessLogOptions options) throws IOException {
        String place = placeOf(options);
        synchronized (ALL) {
            Shared shared = ALL.get(place);
            if (shared == null) {
                shared = new Shared(place, new LogWriter(sink(options)));
                shared.writer.start();
                endAtExit(shared.atExit);
                ALL.put(place, shared);
            }
            shared.users++;
            return shared;
        }
    }

    /** Returns a key that servers with the same destination share. */
    private static String placeOf(AccessLogOptions options) {
        return options.destination() == Destination.FILE
                ? options.file().toAbsolutePath().normalize().toString()
                : options.destination().name();
    }

    private static LogSink sink(AccessLogOptions options) throws IOException {
        if (options.destination() == Destination.LOGGER) {
            return new LoggerSink();
        }
        if (options.destination() == Destination.STANDARD_OUTPUT) {
            return new StreamSink();
        }
        RotatingFile file =
                new RotatingFile(options.file(), options.maxFileSize(), options.maxFiles(), Clock.systemDefaultZone());
        file.open();
        return file;
    }

    private static void endAtExit(Thread hook) {
        try {
            Runtime.getRuntime().addShutdownHook(hook);
        } catch (IllegalStateException ignored) { // the JVM is shutting down, so no hook can be added
        }
    }
}
