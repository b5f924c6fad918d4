package dev.ringer.internal.observe;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/**
 * The server's log. It uses the name of the JDK's logger, so an operator's configuration for the JDK's server applies.
 * No client can forge a line, because {@link LogText} escapes and bounds all text from outside the server, including
 * messages of exceptions. Thread-safe.
 */
public final class ServerLog {
    private static final Logger LOGGER = System.getLogger("com.sun.net.httpserver");

    private static final int MAX_REQUEST_LINE_LENGTH = 80;

    private ServerLog() {}

    /** Logs a failure of the application in full. {@link FailureLog} decides which failures to log. */
    static void failed(String what, Throwable failure) {
        logFault(Level.WARNING, what, failure);
    }

    /** Logs how often failures have been repeated. */
    static void repeated(String numbers) {
        attempt(() -> LOGGER.log(Level.WARNING, numbers));
    }

    /** Logs that a handler failed because its client left, sent a malformed body or was too slow. */
    public static void clientFailed(Throwable failure) {
        debug("A handler failed by a fault of its client", failure);
    }

    /** Logs that a connection came to an {@code HttpsServer} that was started without a configurator. */
    public static void notConfigured(Object client) {
        attempt(() ->
                LOGGER.log(Level.WARNING, "No HttpsConfigurator is set; the connection of {0} is closed", client));
    }

    /** Logs that the executor did not take a request. */
    public static void taskRejected(Throwable failure) {
        logFault(Level.DEBUG, "The executor rejected a request; its connection is closed", failure);
    }

    /** Logs a failure that is probably a bug of the server. {@code where} says what the server was doing. */
    public static void unexpected(String where, Throwable failure) {
        logFault(Level.WARNING, where, failure);
    }

    /**
     * Logs that the driver of an event loop has failed and goes on. Logs nothing if there is no memory for the line.
     */
    public static void loopFailed(Throwable failure) {
        try {
            logFault(Level.WARNING, "An event loop has failed; it goes on", failure);
        } catch (OutOfMemoryError ignored) { // the first use of a string constant allocates
        }
    }

    /** Logs that the server cannot accept a connection for now. */
    public static void acceptFailed(Throwable failure) {
        logFault(Level.WARNING, "Accepting connections failed; trying again shortly", failure);
    }

    /** Logs that a handler gave a length for a response that has no body. */
    public static void lengthIgnored(int status, long length) {
        attempt(() -> LOGGER.log(
                Level.WARNING, "sendResponseHeaders: length {0} is ignored for status {1} or HEAD", length, status));
    }

    /** Logs a step of the server at DEBUG. {@code subject} follows the message. */
    public static void debug(String message, Object subject) {
        if (LOGGER.isLoggable(Level.DEBUG)) {
            attempt(() -> LOGGER.log(Level.DEBUG, message + ": " + LogText.line(subject)));
        }
    }

    /** Logs that a response has begun. The text of {@code request} is its request line. */
    public static void replied(Object request, int status) {
        if (LOGGER.isLoggable(Level.DEBUG)) {
            attempt(() -> LOGGER.log(
                    Level.DEBUG, LogText.bounded(request.toString(), MAX_REQUEST_LINE_LENGTH) + " [" + status + "]"));
        }
    }

    /** Logs a sentence that says why a part of the application cannot work here. */
    public static void unavailable(String why) {
        attempt(() -> LOGGER.log(Level.WARNING, LogText.line(why)));
    }

    /** Logs an exception that is of interest only to somebody who searches for a bug. */
    public static void trace(String message, Throwable cause) {
        logFault(Level.TRACE, message, cause);
    }

    /** Logs like {@link #attempt}, but without a lambda, because there may be no memory for one. */
    private static void logFault(Level level, String message, Throwable fault) {
        try {
            if (LOGGER.isLoggable(level)) {
                LOGGER.log(level, message, LogText.printable(fault));
            }
        } catch (Throwable ignored) { // a log that fails must not end the loop, as in attempt()
        }
    }

    /** Logs if possible. A log that fails must not end a connection, or an event loop with all its connections. */
    private static void attempt(Runnable entry) {
        try {
            entry.run();
        } catch (Throwable ignored) { // logging is impossible: no memory or descriptor is left, or a log handler throws
        }
    }
}
