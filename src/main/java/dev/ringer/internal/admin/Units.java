package dev.ringer.internal.admin;

import java.util.Locale;

/** Formats numbers for people. */
final class Units {
    private static final String[] BYTES = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};

    private Units() {}

    /** Returns a whole number with commas between the thousands. */
    static String count(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    /** Returns a number with three significant digits; from 100 on, as a whole number. */
    static String number(double value) {
        if (value == Math.rint(value) || value >= 100) {
            return count(Math.round(value));
        }
        return String.format(Locale.ROOT, value >= 10 ? "%.1f" : "%.2f", value);
    }

    static String bytes(long value) {
        return bytes((double) value);
    }

    /** Returns a number of bytes in the largest unit in which the number is at least 1. */
    static String bytes(double value) {
        int unit = 0;
        double rest = value;
        while (rest >= 1024 && unit < BYTES.length - 1) {
            rest /= 1024;
            unit++;
        }
        return number(rest) + ' ' + BYTES[unit];
    }

    /** Returns a short time in seconds or milliseconds; a dash if {@code seconds} is NaN. */
    static String time(double seconds) {
        if (Double.isNaN(seconds)) {
            return "–";
        }
        return seconds < 1 ? number(seconds * 1000) + " ms" : number(seconds) + " s";
    }

    /** Returns a time in its two largest units, such as {@code 2 h 5 min}. */
    static String duration(long seconds) {
        if (seconds < 60) {
            return seconds + " s";
        }
        if (seconds < 3600) {
            return seconds / 60 + " min " + seconds % 60 + " s";
        }
        if (seconds < 86_400) {
            return seconds / 3600 + " h " + seconds % 3600 / 60 + " min";
        }
        return seconds / 86_400 + " d " + seconds % 86_400 / 3600 + " h";
    }
}
