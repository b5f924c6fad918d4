package dev.ringer.options;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The values that a setting may have: parses the texts of system properties, and checks values that are set in code.
 * Immutable.
 *
 * @param <T> the type of the values
 */
interface Domain<T> {
    /** Returns a description of the texts that the property accepts, for error messages. */
    String range();

    /**
     * Returns the value that a property's text stands for.
     *
     * @throws IllegalArgumentException if the text stands for no value
     */
    T parsed(String text);

    /**
     * Returns the value that applies. If {@code value} is impossible, throws an exception that contains {@code name}.
     */
    default T checked(String name, T value) {
        return value;
    }

    /** Returns the reason for the refusal of the property's text, for an error message. */
    default String whyNot(IllegalArgumentException refusal) {
        return "expected " + range();
    }

    /**
     * Whether another value than the one that was meant could open the server to clients that the setting was meant to
     * cut off. If so, no server is made while the property's text cannot be read.
     */
    default boolean limits() {
        return false;
    }

    /**
     * Returns the value that applies if the property's text cannot be read, but a server is made.
     *
     * @param present the value that applies without the property
     */
    default T instead(T present) {
        return present;
    }

    /** Returns the text with which the property would set a value, such as {@code 20} for 20 seconds. */
    default String text(T value) {
        return value.toString();
    }

    /**
     * Numbers from {@code min} to {@code max}.
     *
     * @param zeroIsMax whether zero stands for {@code max}
     * @param sizes whether the text may have a unit of bytes, such as {@code 10m}
     * @param unit what the numbers count, for error messages, such as {@code " of bytes"}
     * @param zero what zero means, for error messages, such as {@code " (0 = off)"}
     */
    record Numbers(long min, long max, boolean zeroIsMax, boolean sizes, String unit, String zero)
            implements Domain<Long> {
        private static final String WHOLE_NUMBER = "a whole number";
        private static final String UNITS_OF_SIZE = ", or a size such as 64k, 10m or 1g";

        static Numbers of(long min, long max, String zero) {
            return new Numbers(min, max, false, false, "", zero);
        }

        static Numbers ofBytes(long min, long max, String unit, String zero) {
            return new Numbers(min, max, false, true, unit, zero);
        }

        /** Makes a domain of sizes that cannot be without bounds: zero stands for the largest of them. */
        static Numbers ofBoundedBytes(long min, long max) {
            return new Numbers(min, max, true, true, " of bytes", " (0 = the maximum)");
        }

        @Override
        public String range() {
            return WHOLE_NUMBER
                    + unit
                    + (min > 0 || max < Integer.MAX_VALUE ? " from " + min + " to " + max : "")
                    + zero
                    + (sizes ? UNITS_OF_SIZE : "");
        }

        @Override
        public boolean limits() {
            return true;
        }

        @Override
        public Long parsed(String text) {
            return sizes ? Units.bytes(text) : Long.decode(text.strip());
        }

        @Override
        public Long checked(String name, Long value) {
            if (zeroIsMax && value == 0) {
                return max;
            }
            if (value < min || value > max) {
                throw new IllegalArgumentException(
                        name + ": " + value + " is out of range (" + min + " to " + max + ")");
            }
            return value;
        }
    }

    /**
     * Numbers that are set by the JDK's own system properties. As on the JDK's server, every {@code int} has a meaning.
     *
     * @param inCode the values that may be set in code
     * @param belowOne the value that stands for the texts of zero and of negative numbers
     * @param unreadable what applies if the text cannot be read; negative for the value without the property
     */
    record JdkNumbers(Numbers inCode, long belowOne, long unreadable, String range) implements Domain<Long> {
        static final String EVERY_INT = Numbers.WHOLE_NUMBER + " up to " + Integer.MAX_VALUE;
        static final String EVERY_SIZE = EVERY_INT + Numbers.UNITS_OF_SIZE;

        @Override
        public Long parsed(String text) {
            boolean size = inCode.sizes && Units.hasUnitOfSize(text);
            long number = size ? Units.bytes(text) : Integer.decode(text.strip());
            return number < 1 ? belowOne : Math.min(inCode.max, number);
        }

        @Override
        public Long checked(String name, Long value) {
            return inCode.checked(name, value);
        }

        @Override
        public Long instead(Long present) {
            return unreadable < 0 ? present : unreadable;
        }
    }

    /**
     * Times of any length. The text of the property has a unit, such as {@code 150ms}, or is a whole number of seconds
     * or milliseconds. A negative number means zero, if the setting may be zero.
     */
    record Times(ChronoUnit unit, long min) implements Domain<Duration> {
        private static final String UNITS_OF_TIME = ", or a time such as 150ms, 20s, 2min or 1h";

        @Override
        public String range() {
            return Numbers.WHOLE_NUMBER
                    + (unit == ChronoUnit.MILLIS ? " of milliseconds" : " of seconds")
                    + (min == 0 ? " (0 = off)" : ", at least " + min)
                    + UNITS_OF_TIME;
        }

        @Override
        public boolean limits() {
            return true;
        }

        @Override
        public Duration parsed(String text) {
            Duration time = Units.time(text, unit);
            if (min > 0 && (time.isNegative() || time.isZero())) {
                throw new IllegalArgumentException("the time must be positive: " + text);
            }
            return time.isNegative() ? Duration.ZERO : time;
        }

        @Override
        public Duration checked(String name, Duration value) {
            if (value.isNegative()) {
                throw new IllegalArgumentException(name + " must not be negative: " + value);
            }
            return value;
        }

        @Override
        public String text(Duration value) {
            return Long.toString(unit == ChronoUnit.MILLIS ? value.toMillis() : value.toSeconds());
        }
    }

    /**
     * The constants of an enum. Each has a word that stands for it in the text of a property.
     *
     * @param words the words in the order of the constants
     * @param limits whether one constant lets in what another one refuses
     */
    record Words<E extends Enum<E>>(Class<E> type, List<String> words, boolean limits) implements Domain<E> {
        /** Makes a domain whose words are the names of the constants: {@code pathPrefix} for {@code PATH_PREFIX}. */
        static <E extends Enum<E>> Words<E> ofNames(Class<E> type, boolean limits) {
            List<String> words = new ArrayList<>();
            for (E constant : type.getEnumConstants()) {
                words.add(camelCase(constant.name()));
            }
            return new Words<>(type, words, limits);
        }

        private static String camelCase(String name) {
            StringBuilder word = new StringBuilder(name.toLowerCase(Locale.ROOT));
            for (int i = word.indexOf("_"); i >= 0; i = word.indexOf("_")) {
                word.deleteCharAt(i).setCharAt(i, Character.toUpperCase(word.charAt(i)));
            }
            return word.toString();
        }

        @Override
        public String range() {
            return "one of " + String.join(", ", words);
        }

        @Override
        public E parsed(String text) {
            String wanted = text.strip().toLowerCase(Locale.ROOT);
            for (E constant : type.getEnumConstants()) {
                if (text(constant).toLowerCase(Locale.ROOT).equals(wanted)) {
                    return constant;
                }
            }
            throw new IllegalArgumentException(range());
        }

        @Override
        public String text(E value) {
            return words.get(value.ordinal());
        }
    }

    /** True and false. For a property that turns something off, the text {@code true} stands for the value false. */
    record Flags(boolean whenTrue) implements Domain<Boolean> {
        @Override
        public String range() {
            return "true or false";
        }

        @Override
        public Boolean parsed(String text) {
            return switch (text.strip().toLowerCase(Locale.ROOT)) {
                case "true" -> whenTrue;
                case "false" -> !whenTrue;
                default -> throw new IllegalArgumentException(range());
            };
        }

        @Override
        public String text(Boolean value) {
            return Boolean.toString(value == whenTrue);
        }
    }
}
