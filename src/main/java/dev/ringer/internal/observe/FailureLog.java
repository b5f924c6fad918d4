package dev.ringer.internal.observe;

import dev.ringer.internal.time.NanoClock;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.StringJoiner;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Logs the exceptions of one source, such as one context of a server. Clients can cause any number of exceptions, so
 * this class limits what is logged.
 *
 * <p>Two exceptions are of the same kind if they have the same class and were thrown at the same line of code. Within a
 * minute, the first exception of each kind is logged in full, and further ones are only counted. The counts are logged
 * at the first exception after that minute, or when the source is closed. {@value #MAX_KINDS} kinds are counted
 * separately, and all further kinds together. Thread-safe.
 */
public final class FailureLog {
    static final int MAX_KINDS = 16;

    private static final long MINUTE_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final String OTHERS = "others";

    private final String what;
    private final LongSupplier clock;

    // guarded by this object
    private final Map<String, Long> kinds = new LinkedHashMap<>();
    private long minuteBegan;

    /** Makes a log for the exceptions of one source. {@code what} describes them: a sentence without its full stop. */
    public FailureLog(String what) {
        this(what, NanoClock.INSTANCE);
    }

    FailureLog(String what, LongSupplier clock) {
        this.what = LogText.line(what);
        this.clock = clock;
    }

    /** Reports an exception for which the application is to blame, and not a client. */
    public void failed(Throwable failure) {
        log(what, failure);
    }

    /**
     * Reports an exception as {@link #failed(Throwable)} does. {@code outcome} is a clause that says what the client
     * got.
     */
    public void failed(Throwable failure, String outcome) {
        log(what + "; " + outcome, failure);
    }

    private void log(String text, Throwable failure) {
        try {
            String before;
            boolean first;
            synchronized (this) {
                before = endMinuteThatIsOver();
                first = isFirst(kindOf(failure));
            }
            if (before != null) {
                ServerLog.repeated(before);
            }
            if (first) {
                ServerLog.failed(text, failure);
            }
        } catch (Throwable ignored) { // no memory is left, or a method of {@code failure} throws an exception
        }
    }

    /** Logs all counts that were not logged yet. Called when the source is closed. */
    public void close() {
        String before;
        synchronized (this) {
            before = endMinute();
        }
        if (before != null) {
            ServerLog.repeated(before);
        }
    }

    private static String kindOf(Throwable failure) {
        StackTraceElement[] trace = failure.getStackTrace();
        String name = failure.getClass().getName();
        return trace.length == 0 ? name : name + " at " + trace[0];
    }

    private boolean isFirst(String kind) {
        boolean known = kinds.containsKey(kind);
        if (!known && kinds.size() < MAX_KINDS) {
            kinds.put(kind, 0L);
            return true;
        }
        kinds.merge(known ? kind : OTHERS, 1L, Long::sum);
        return false;
    }

    private String endMinuteThatIsOver() {
        long now = clock.getAsLong();
        if (kinds.isEmpty()) {
            minuteBegan = now;
        } else if (now - minuteBegan >= MINUTE_NANOS) {
            minuteBegan = now;
            return endMinute();
        }
        return null;
    }

    /** Ends the minute of counting. Returns a text with the counts; null if there is nothing to log. */
    private String endMinute() {
        StringJoiner numbers = new StringJoiner(", ", what + "; repeated within a minute: ", "");
        numbers.setEmptyValue("");
        kinds.forEach((kind, count) -> {
            if (count > 0) {
                numbers.add(count + " x " + kind);
            }
        });
        kinds.clear();
        String text = numbers.toString();
        return text.isEmpty() ? null : text;
    }
}
