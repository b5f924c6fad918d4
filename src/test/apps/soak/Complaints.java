package soak;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;

/** Counts and prints what the server logs, except the failures that the handlers throw on purpose. */
final class Complaints extends Handler {
    private static final Logger LOGGER = Logger.getLogger("com.sun.net.httpserver");

    /** In a log message, precedes the number of repetitions within a minute for each kind of failure. */
    private static final String REPEATED = "; repeated within a minute: ";

    private static final String MEANT_KIND = " x java.lang.IllegalStateException at soak.SoakServer.";

    private final AtomicInteger count = new AtomicInteger();

    private Complaints() {}

    static Complaints heard() {
        var complaints = new Complaints();
        LOGGER.setUseParentHandlers(false);
        LOGGER.addHandler(complaints);
        return complaints;
    }

    int count() {
        return count.get();
    }

    @Override
    public void publish(LogRecord entry) {
        if (!isMeant(entry.getThrown()) && !countsWhatIsMeant(entry.getMessage()) && count.incrementAndGet() <= 20) {
            System.out.println("COMPLAINT " + entry.getMessage() + " " + entry.getThrown());
            if (entry.getThrown() != null) {
                entry.getThrown().printStackTrace();
            }
        }
    }

    private static boolean isMeant(Throwable thrown) {
        return thrown instanceof IllegalStateException failure && "meant".equals(failure.getMessage());
    }

    private static boolean countsWhatIsMeant(String message) {
        var numbers = message.indexOf(REPEATED);
        if (numbers < 0) {
            return false;
        }
        return Stream.of(message.substring(numbers + REPEATED.length()).split(", "))
                .allMatch(number -> number.contains(MEANT_KIND));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}
