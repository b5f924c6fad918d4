package soak;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Counts and shows what the server logs, except the failures that the handlers here mean. */
final class Complaints extends Handler {
    private static final Logger LOGGER = Logger.getLogger("com.sun.net.httpserver");

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
        var meant = entry.getThrown() instanceof IllegalStateException failure && "meant".equals(failure.getMessage());
        if (!meant && count.incrementAndGet() <= 20) {
            System.out.println("COMPLAINT " + entry.getMessage() + " " + entry.getThrown());
            if (entry.getThrown() != null) {
                entry.getThrown().printStackTrace();
            }
        }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}
