package dev.ringer.options;

/** The numbers of ports in the texts of properties. */
final class Ports {
    private static final int MAX = 0xFFFF;

    private Ports() {}

    /** Returns a port; throws an exception if it is not within 1 and 65535. */
    static int checked(int port) {
        if (port < 1 || port > MAX) {
            throw new IllegalArgumentException("expected a port from 1 to 65535, not " + port);
        }
        return port;
    }

    /** Returns the port that a text without a sign and leading zeros stands for; throws an exception if it is none. */
    static int parse(String text) {
        if (!text.matches("[1-9]\\d{0,4}")) {
            throw new IllegalArgumentException("expected a port from 1 to 65535, not " + text);
        }
        return checked(Integer.parseInt(text));
    }
}
