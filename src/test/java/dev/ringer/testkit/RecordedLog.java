package dev.ringer.testkit;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.stream.Stream;

/**
 * What servers of this JVM log until it is closed. Test classes run side by side, and there is one logger for all: look for
 * what only the test can have caused, or run it alone.
 */
public final class RecordedLog extends Handler implements AutoCloseable {
    /** Where servers log, but for what the provider itself has to say. */
    private static final String SERVERS = "com.sun.net.httpserver";

    private final Logger logger; // kept, since the logging system holds loggers weakly

    private final List<LogRecord> records = new CopyOnWriteArrayList<>();

    private RecordedLog(String name, Level level) {
        logger = Logger.getLogger(name);
        setLevel(level);
        logger.setUseParentHandlers(false);
        synchronized (RecordedLog.class) {
            logger.addHandler(this);
            takeWhatRecordersWant();
        }
    }

    /** Gives the logger the finest level of those who record it now. */
    private void takeWhatRecordersWant() {
        Level finest = Stream.of(logger.getHandlers())
                .filter(RecordedLog.class::isInstance)
                .map(Handler::getLevel)
                .min(Comparator.comparingInt(Level::intValue))
                .orElse(null);
        logger.setLevel(finest);
    }

    /** Records from now on. */
    public static RecordedLog from(Level level) {
        return new RecordedLog(SERVERS, level);
    }

    /** Records what another logger takes from now on. */
    public static RecordedLog of(String logger, Level level) {
        return new RecordedLog(logger, level);
    }

    /** The records so far that fulfil a condition. */
    public List<LogRecord> records(Predicate<LogRecord> wanted) {
        return records.stream().filter(wanted).toList();
    }

    /** How a log file shows a record. */
    public static String printed(LogRecord entry) {
        StringWriter text = new StringWriter();
        text.append(new SimpleFormatter().formatMessage(entry)).append('\n');
        if (entry.getThrown() != null) {
            entry.getThrown().printStackTrace(new PrintWriter(text, true));
        }
        return text.toString();
    }

    @Override
    public void publish(LogRecord entry) {
        if (isLoggable(entry)) {
            records.add(entry);
        }
    }

    @Override
    public void flush() {
        // nothing is kept back
    }

    @Override
    public void close() {
        synchronized (RecordedLog.class) {
            logger.removeHandler(this);
            takeWhatRecordersWant();
        }
    }
}
