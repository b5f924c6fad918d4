package dev.ringer.internal.observe;

import dev.ringer.internal.time.NanoClock;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.StringJoiner;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Logs the failures of one place, such as a context of a server. Clients can cause any number of failures, so this
 * class bounds the log.
 *
 * <p>A kind of failure is a class of exceptions thrown at one line. The log has the first failure of each kind in full,
 * and counts the others for a minute. It writes the counts at the first failure after that minute, or when the place is
 * closed. It counts {@value #MAX_KINDS} kinds, and all further kinds together. Thread-safe.
 */
public final class FailureLog {
    static final int MAX_KINDS = 16;

    private static final long MINUTE_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final String OTHERS = "others";

    // never change after construction
    private final String what;
    private final LongSupplier clock;

    // guarded by this
    // Number of failures of each kind since that kind was logged in full
    private final Map<String, Long> kinds = new LinkedHashMap<>();
    private long minuteBegan;

    /** Makes a log for the failures of one place. {@code what} is their text: a sentence without its full stop. */
    public FailureLog(String what) {
        this(what, NanoClock.INSTANCE);
    }

    FailureLog(String what, LongSupplier clock) {
        this.what = LogText.line(what);
        this.clock = clock;
    }

    /** Logs or counts a failure that is the application's own fault, so that its developer sees it. */
    public void failed(Throwable failure) {
        log(what, failure);
    }

    /** Logs or counts a failure. {@code outcome} is a clause that says what the client got. */
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
        } catch (Throwable ignored) { // logging is impossible: no memory is left, or a method of the failure throws
        }
    }

    /** Logs the counts that are not logged yet. Called when the place is closed. */
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

    /** {@return the text about the failures of the last minute; null if there is nothing to log} */
    private String endMinute() {
        StringJoiner numbers = new StringJoiner(", ", what + "; the same again within a minute: ", "");
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
