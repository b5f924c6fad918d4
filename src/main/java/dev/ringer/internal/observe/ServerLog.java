package dev.ringer.internal.observe;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/**
 * Writes the server's log. It uses the same logger name as the JDK's server, so an operator's configuration for that
 * server also applies here. No client can forge a line, because {@link LogText} escapes and shortens all text from
 * outside the server, including messages of exceptions. Thread-safe.
 */
public final class ServerLog {
    private static final Logger LOGGER = System.getLogger("com.sun.net.httpserver");

    private static final int MAX_REQUEST_LINE_LENGTH = 80;

    private ServerLog() {}

    /** Logs an exception of the application in full. {@link FailureLog} decides which exceptions are logged. */
    static void failed(String what, Throwable failure) {
        logFault(Level.WARNING, what, failure);
    }

    /** Logs how often exceptions of the application have occurred again. */
    static void repeated(String numbers) {
        attempt(() -> LOGGER.log(Level.WARNING, numbers));
    }

    /** Logs that a handler failed because its client closed the connection, sent a malformed body or was too slow. */
    public static void clientFailed(Throwable failure) {
        debug("A handler failed because its client disconnected, was too slow or sent a malformed body", failure);
    }

    public static void notConfigured(Object client) {
        attempt(() -> LOGGER.log(
                Level.WARNING,
                "Closed the connection from {0} because neither an HttpsConfigurator nor TLS is set; call HttpsServer.setHttpsConfigurator,"
                        + " or set ringer.tls.certificate (in code Settings.TLS)",
                client));
    }

    /** Logs that a list of the application contains names that the JDK does not know. */
    public static void unknownNames(String method, Object unknown, String used) {
        attempt(() -> LOGGER.log(
                Level.WARNING,
                "HttpsParameters.{0}: this JDK does not support {1}; new connections use {2} instead",
                method,
                LogText.line(unknown.toString()),
                used));
    }

    public static void taskRejected(Throwable failure) {
        logFault(Level.DEBUG, "The executor rejected a request; closed its connection", failure);
    }

    /**
     * Logs an exception that is probably caused by a bug in the server. {@code where} says what the server was doing.
     */
    public static void unexpected(String where, Throwable failure) {
        logFault(Level.WARNING, where, failure);
    }

    /**
     * Logs that an event loop has thrown an exception and continues. If there is no memory for the line, logs nothing.
     */
    public static void loopFailed(Throwable failure) {
        try {
            logFault(Level.WARNING, "Unexpected error in an event loop; the loop continues", failure);
        } catch (OutOfMemoryError ignored) { // even a string constant takes memory when it is first used
        }
    }

    /**
     * Logs that the server has closed a connection because of an exception, probably caused by a bug in the server. If
     * there is no memory for the line, logs nothing.
     */
    public static void connectionFailed(Object client, Throwable failure) {
        try {
            unexpected("Unexpected error on the connection from " + client + "; closed the connection", failure);
        } catch (OutOfMemoryError ignored) { // the connection must be closed anyway
        }
    }

    /** Logs that the server has closed a stream of HTTP/2, as {@link #connectionFailed} does for a connection. */
    public static void streamFailed(int id, Object client, Throwable failure) {
        try {
            unexpected(
                    "Unexpected error on the HTTP/2 stream " + id + " from " + client + "; closed the stream", failure);
        } catch (OutOfMemoryError ignored) { // the stream must be closed anyway
        }
    }

    public static void acceptFailed(Throwable failure) {
        logFault(
                Level.WARNING,
                "Cannot accept connections; retrying shortly (if too many files are open, raise ulimit -n)",
                failure);
    }

    public static void lengthIgnored(int status, long length) {
        attempt(() -> LOGGER.log(
                Level.WARNING,
                "sendResponseHeaders: ignored length {0} because a response with status {1} or to HEAD has no body",
                length,
                status));
    }

    /** Logs that a handler has closed the body of a response too early. {@code path} is the path of its context. */
    public static void cutShort(String path, long announced, long written) {
        unavailable("The handler at " + path + " announced " + announced + " bytes, but wrote only " + written
                + "; the client gets an incomplete response");
    }

    public static void debug(String message, Object subject) {
        if (LOGGER.isLoggable(Level.DEBUG)) {
            attempt(() -> LOGGER.log(Level.DEBUG, message + ": " + LogText.line(subject)));
        }
    }

    /** Logs that a response has begun. The text of {@code request} is the request line. */
    public static void replied(Object request, int status) {
        if (LOGGER.isLoggable(Level.DEBUG)) {
            attempt(() -> LOGGER.log(
                    Level.DEBUG, LogText.bounded(request.toString(), MAX_REQUEST_LINE_LENGTH) + " [" + status + "]"));
        }
    }

    /**
     * Logs why a request was refused that an application may want to allow. The caller limits how often, because clients
     * cause it, and escapes what they have sent.
     */
    public static void refused(String why) {
        attempt(() -> LOGGER.log(Level.INFO, why));
    }

    /** Logs that a part of the server or of the application cannot work. {@code why} is a sentence. */
    public static void unavailable(String why) {
        attempt(() -> LOGGER.log(Level.WARNING, LogText.line(why)));
    }

    /** Logs an exception that is only of interest to somebody who searches for a bug. */
    public static void trace(String message, Throwable cause) {
        logFault(Level.TRACE, message, cause);
    }

    /** Logs as {@link #attempt} does, but without a lambda, because there may be no memory for one. */
    private static void logFault(Level level, String message, Throwable fault) {
        try {
            if (LOGGER.isLoggable(level)) {
                LOGGER.log(level, message, LogText.printable(fault));
            }
        } catch (Throwable ignored) { // the event loop must continue even if logging fails
        }
    }

    /**
     * Writes a log entry if possible. If this fails, does nothing, because the connection or the event loop must
     * continue.
     */
    private static void attempt(Runnable entry) {
        try {
            entry.run();
        } catch (Throwable ignored) { // no memory or file descriptor is left, or a log handler throws an exception
        }
    }
}
