package dev.ringer.internal.observe;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/**
 * The server's log. It uses the JDK's logger name, so that the configuration that an operator made for the JDK's server
 * applies. No client can write lines of it: {@link LogText} escapes and bounds all text that is not the server's own,
 * messages of exceptions included. Thread-safe.
 */
public final class ServerLog {
    private static final Logger LOGGER = System.getLogger("com.sun.net.httpserver");

    private static final int MAX_REQUEST_LINE_LENGTH = 80;

    private ServerLog() {}

    /** Logs a failure of the application in full. {@link FailureLog} decides which failures. */
    static void failed(String what, Throwable failure) {
        logFault(Level.WARNING, what, failure);
    }

    /** Logs how often failures have happened again. */
    static void repeated(String numbers) {
        attempt(() -> LOGGER.log(Level.WARNING, numbers));
    }

    /**
     * Logs that a handler failed because its client left, sent nonsense or was too slow.
     *
     * @param failure what it threw
     */
    public static void clientFailed(Throwable failure) {
        debug("A handler failed by a fault of its client", failure);
    }

    /**
     * Logs that a connection came to an {@code HttpsServer} that was started without a configurator.
     *
     * @param client the client's address
     */
    public static void notConfigured(Object client) {
        attempt(() ->
                LOGGER.log(Level.WARNING, "No HttpsConfigurator is set; the connection of {0} is closed", client));
    }

    /**
     * Logs that the executor did not take a request.
     *
     * @param failure what {@code execute} threw
     */
    public static void taskRejected(Throwable failure) {
        logFault(Level.DEBUG, "The executor rejected a request; its connection is closed", failure);
    }

    /**
     * Logs a failure of the server that it did not expect of itself.
     *
     * @param where what the server was doing
     * @param failure what went wrong
     */
    public static void unexpected(String where, Throwable failure) {
        logFault(Level.WARNING, where, failure);
    }

    /**
     * Logs that a thread that turns event loops has failed, and goes on.
     *
     * @param failure what went wrong; not logged if there is no memory for it
     */
    public static void loopFailed(Throwable failure) {
        try {
            logFault(Level.WARNING, "An event loop has failed; it goes on", failure);
        } catch (OutOfMemoryError ignored) { // even a string constant of a class takes memory on its first use
        }
    }

    /**
     * Logs that the server cannot accept a connection for now.
     *
     * @param failure what {@code accept} threw
     */
    public static void acceptFailed(Throwable failure) {
        logFault(Level.WARNING, "Accepting connections failed; trying again shortly", failure);
    }

    /**
     * Logs that a length was given for a response that has no body.
     *
     * @param status the response's status code
     * @param length the length that is ignored
     */
    public static void lengthIgnored(int status, long length) {
        attempt(() -> LOGGER.log(
                Level.WARNING, "sendResponseHeaders: length {0} is ignored for status {1} or HEAD", length, status));
    }

    /**
     * Logs something that helps to follow what the server does.
     *
     * @param message a sentence
     * @param subject what the message is about
     */
    public static void debug(String message, Object subject) {
        if (LOGGER.isLoggable(Level.DEBUG)) {
            attempt(() -> LOGGER.log(Level.DEBUG, message + ": " + LogText.line(subject)));
        }
    }

    /**
     * Logs that a response has begun.
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
     * Logs that a part of the application cannot do its work here.
     *
     * @param why the reason: a sentence
     */
    public static void unavailable(String why) {
        attempt(() -> LOGGER.log(Level.WARNING, LogText.line(why)));
    }

    /**
     * Logs something that only helps to find a fault.
     *
     * @param message a sentence
     * @param cause what happened
     */
    public static void trace(String message, Throwable cause) {
        logFault(Level.TRACE, message, cause);
    }

    /** Logs like {@link #attempt}, but without a lambda, because there may be no memory for one. */
    private static void logFault(Level level, String message, Throwable fault) {
        try {
            if (LOGGER.isLoggable(level)) {
                LOGGER.log(level, message, LogText.printable(fault));
            }
        } catch (Throwable ignored) { // as in attempt()
        }
    }

    /** Logs if possible. A log that fails must not end a connection, or an event loop with all its connections. */
    private static void attempt(Runnable entry) {
        try {
            entry.run();
        } catch (Throwable ignored) { // no memory or descriptor is left, or a log handler throws: it cannot be logged
        }
    }
}
