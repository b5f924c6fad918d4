package dev.ringer.options;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;

/**
 * The set of values that a setting may have. Checks values that are set in code, and parses the texts of system
 * properties. Immutable.
 *
 * @param <T> the type of the values
 */
abstract class Domain<T> {
    private static final String WHOLE_NUMBER = "a whole number from ";
    private static final String UNITS_OF_SIZE = ", or a size such as 64k, 10m or 1g";
    private static final String UNITS_OF_TIME = ", or a time such as 150ms, 20s, 2min or 1h";

    private final Class<T> type;

    Domain(Class<T> type) {
        this.type = type;
    }

    final Class<T> type() {
        return type;
    }

    /** Returns a description of the texts that the property accepts, for error messages. */
    abstract String range();

    /** Returns the value that a property's text stands for. */
    abstract T parsed(String text);

    /**
     * Returns the value that applies. If {@code value} is impossible, throws an exception that contains {@code name}.
     */
    T checked(String name, T value) {
        return value;
    }

    /** Returns the reason for the refusal of the property's text, for an error message. */
    String whyNot(IllegalArgumentException refusal) {
        return "expected " + range();
    }

    /**
     * Whether another value than the one that was meant could open the server to clients that the setting was meant to
     * cut off. If so, no server is made while the property's text cannot be read.
     */
    boolean limits() {
        return false;
    }

    /**
     * Returns the value that applies if the property's text cannot be read, but a server is made.
     *
     * @param present the value that applies without the property
     */
    T instead(T present) {
        return present;
    }

    /** Returns the text with which the property would set a value, such as {@code 20} for 20 seconds. */
    String text(T value) {
        return value.toString();
    }

    /** Whole numbers from {@code min} to {@code max}. */
    static class Numbers extends Domain<Long> {
        private final long min;
        final long max;
        private final String unit;

        Numbers(long min, long max, String unit) {
            super(Long.class);
            this.min = min;
            this.max = max;
            this.unit = unit;
        }

        @Override
        String range() {
            return WHOLE_NUMBER + min + (max < Integer.MAX_VALUE ? " to " + max : "") + unit;
        }

        @Override
        boolean limits() {
            return true;
        }

        @Override
        Long parsed(String text) {
            return Long.decode(text.strip());
        }

        @Override
        Long checked(String name, Long value) {
            return within(name, value, min, max);
        }
    }

    /** Numbers of bytes. The text of the property may have a unit, such as {@code 10m}. */
    static class Sizes extends Numbers {
        Sizes(long min, long max, String unit) {
            super(min, max, unit + UNITS_OF_SIZE);
        }

        @Override
        Long parsed(String text) {
            return Units.bytes(text);
        }
    }

    /** Sizes within a range. Zero stands for the largest size of the range. */
    static final class BoundedSizes extends Sizes {
        BoundedSizes(long min, long max) {
            super(min, max, " (bytes), or 0 for the largest");
        }

        @Override
        Long checked(String name, Long value) {
            return value == 0 ? max : super.checked(name, value);
        }
    }

    /**
     * Numbers that are set by the JDK's own system properties. As on the JDK's server, a number that is too small or
     * too large is replaced by the nearest allowed number.
     */
    static final class Clamped extends Domain<Long> {
        private final Domain<Long> domain;
        private final long min;
        private final long max;
        private final long instead;

        /**
         * Creates a domain.
         *
         * @param instead what applies if the text cannot be read, as on the JDK's server
         */
        Clamped(Domain<Long> domain, long min, long max, long instead) {
            super(Long.class);
            this.instead = instead;
            this.domain = domain;
            this.min = min;
            this.max = max;
        }

        @Override
        String range() {
            return WHOLE_NUMBER + Integer.MIN_VALUE + " to " + Integer.MAX_VALUE
                    + (domain instanceof Sizes ? UNITS_OF_SIZE : "");
        }

        @Override
        Long parsed(String text) {
            boolean size = domain instanceof Sizes && Units.hasUnitOfSize(text);
            return Math.max(min, Math.min(max, size ? Units.bytes(text) : Integer.decode(text.strip())));
        }

        @Override
        Long instead(Long present) {
            return instead;
        }

        @Override
        Long checked(String name, Long value) {
            return domain.checked(name, value);
        }
    }

    /**
     * Times of any length. The text of the property has a unit, such as {@code 150ms}, or is a whole number of seconds
     * or milliseconds. A negative number means zero, if the setting may be zero.
     */
    static final class Times extends Domain<Duration> {
        private final ChronoUnit unit;
        private final long min;

        Times(ChronoUnit unit, long min) {
            super(Duration.class);
            this.unit = unit;
            this.min = min;
        }

        @Override
        String range() {
            return WHOLE_NUMBER
                    + min
                    + (unit == ChronoUnit.MILLIS ? " (milliseconds)" : " (seconds)")
                    + (min == 0 ? ", 0 = off" : "")
                    + UNITS_OF_TIME;
        }

        @Override
        boolean limits() {
            return true;
        }

        @Override
        Duration parsed(String text) {
            Duration time = Units.time(text, unit);
            if (min > 0 && (time.isNegative() || time.isZero())) {
                throw new IllegalArgumentException("no time: " + text);
            }
            return time.isNegative() ? Duration.ZERO : time;
        }

        @Override
        Duration checked(String name, Duration value) {
            if (value.isNegative()) {
                throw new IllegalArgumentException(name + " is negative: " + value);
            }
            return value;
        }

        @Override
        String text(Duration value) {
            return Long.toString(unit == ChronoUnit.MILLIS ? value.toMillis() : value.toSeconds());
        }
    }

    /** The constants of an enum. Each has a word that stands for it in the text of a property. */
    static final class Words<E extends Enum<E>> extends Domain<E> {
        private final List<String> words;
        private final boolean limits;

        /** Creates a domain. The words have the same order as the enum's constants. */
        Words(Class<E> type, boolean limits, String... words) {
            super(type);
            this.limits = limits;
            this.words = List.of(words);
        }

        @Override
        boolean limits() {
            return limits;
        }

        @Override
        String range() {
            return "one of " + String.join(", ", words);
        }

        @Override
        E parsed(String text) {
            int place = words.indexOf(text.strip().toLowerCase(Locale.ROOT));
            if (place < 0) {
                throw new IllegalArgumentException(range());
            }
            return type().getEnumConstants()[place];
        }

        @Override
        String text(E value) {
            return words.get(value.ordinal());
        }
    }

    /** True and false. For a property that turns something off, the text {@code true} stands for the value false. */
    static final class Flags extends Domain<Boolean> {
        private final boolean whenTrue;

        Flags(boolean whenTrue) {
            super(Boolean.class);
            this.whenTrue = whenTrue;
        }

        @Override
        String range() {
            return "true or false";
        }

        @Override
        Boolean parsed(String text) {
            return switch (text.strip().toLowerCase(Locale.ROOT)) {
                case "true" -> whenTrue;
                case "false" -> !whenTrue;
                default -> throw new IllegalArgumentException(range());
            };
        }

        @Override
        String text(Boolean value) {
            return Boolean.toString(value == whenTrue);
        }
    }

    static long within(String name, long value, long min, long max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(name + " is not within " + min + " and " + max + ": " + value);
        }
        return value;
    }
}
