package dev.ringer.internal.observe;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/**
 * The server's log, under the JDK's logger name, so that what an operator has configured for the JDK's server holds. No client
 * writes lines of it: what is not the server's own text, messages of exceptions included, is escaped and bounded by
 * {@link LogText}. Thread-safe.
 */
public final class ServerLog {
    private static final Logger LOGGER = System.getLogger("com.sun.net.httpserver");

    private static final int MAX_REQUEST_LINE_LENGTH = 80;

    private ServerLog() {}

    /** A failure of the application that is to be seen in full; {@link FailureLog} says which are. */
    static void failed(String what, Throwable failure) {
        logFault(Level.WARNING, what, failure);
    }

    /** How often a failure has happened again. */
    static void repeated(String numbers) {
        attempt(() -> LOGGER.log(Level.WARNING, numbers));
    }

    /**
     * A handler failed because its client left, sent nonsense or was too slow.
     *
     * @param failure what it threw
     */
    public static void clientFailed(Throwable failure) {
        debug("A handler failed by a fault of its client", failure);
    }

    /**
     * A connection came to an {@code HttpsServer} that was started without a configurator.
     *
     * @param client the client's address
     */
    public static void notConfigured(Object client) {
        attempt(() ->
                LOGGER.log(Level.WARNING, "No HttpsConfigurator is set; the connection of {0} is closed", client));
    }

    /**
     * The executor did not take a request.
     *
     * @param failure what {@code execute} threw
     */
    public static void taskRejected(Throwable failure) {
        logFault(Level.DEBUG, "The executor rejected a request; its connection is closed", failure);
    }

    /**
     * The server did not expect this of itself.
     *
     * @param where what it was doing
     * @param failure what went wrong
     */
    public static void unexpected(String where, Throwable failure) {
        logFault(Level.WARNING, where, failure);
    }

    /**
     * Something that turns event loops has failed, and goes on.
     *
     * @param failure what went wrong; nothing is said where there is no memory for it
     */
    public static void loopFailed(Throwable failure) {
        try {
            logFault(Level.WARNING, "An event loop has failed; it goes on", failure);
        } catch (OutOfMemoryError ignored) { // even a text of a class takes memory when it is used for the first time
        }
    }

    /**
     * A connection cannot be accepted for now.
     *
     * @param failure what {@code accept} threw
     */
    public static void acceptFailed(Throwable failure) {
        logFault(Level.WARNING, "Accepting connections failed; trying again shortly", failure);
    }

    /**
     * A length was given for a response that has no body.
     *
     * @param status the response's status code
     * @param length the length that is ignored
     */
    public static void lengthIgnored(int status, long length) {
        attempt(() -> LOGGER.log(
                Level.WARNING, "sendResponseHeaders: length {0} is ignored for status {1} or HEAD", length, status));
    }

    /**
     * Something that helps to follow what the server does.
     *
     * @param message a sentence
     * @param subject what it is about
     */
    public static void debug(String message, Object subject) {
        if (LOGGER.isLoggable(Level.DEBUG)) {
            attempt(() -> LOGGER.log(Level.DEBUG, message + ": " + LogText.line(subject)));
        }
    }

    /**
     * A response has been begun.
     *
     * @param request the request; its text is its request line
     * @param status the status code
     */
    public static void replied(Object request, int status) {
        if (LOGGER.isLoggable(Level.DEBUG)) {
            attempt(() -> LOGGER.log(
                    Level.DEBUG, LogText.bounded(request.toString(), MAX_REQUEST_LINE_LENGTH) + " [" + status + "]"));
        }
    }

    /**
     * A part of the application cannot do its work here.
     *
     * @param why a sentence
     */
    public static void unavailable(String why) {
        attempt(() -> LOGGER.log(Level.WARNING, LogText.line(why)));
    }

    /**
     * Something that only helps to look for a fault.
     *
     * @param message a sentence
     * @param cause what happened
     */
    public static void trace(String message, Throwable cause) {
        logFault(Level.TRACE, message, cause);
    }

    /** As {@link #attempt}, without a lambda, for which there may be no memory. */
    private static void logFault(Level level, String message, Throwable fault) {
        try {
            if (LOGGER.isLoggable(level)) {
                LOGGER.log(level, message, LogText.printable(fault));
            }
        } catch (Throwable ignored) { // as below
        }
    }

    /** Logs, or does not: a log that fails must not take a connection, or an event loop with all of them, with it. */
    private static void attempt(Runnable entry) {
        try {
            entry.run();
        } catch (Throwable ignored) { // no memory or descriptor is left, or a log handler throws: it cannot be logged
        }
    }
}
