package dev.ringer.internal.protocol;

import dev.ringer.internal.names.FieldLines;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.FileChannel;
import javax.net.ssl.SSLSession;

/**
 * One request and its response, as a protocol offers them to the exchange above.
 *
 * <p>Lifecycle: {@link #read} and {@link #respond}, {@link #write}, {@link #flush} in any order that makes sense; then
 * {@link #finish} or {@link #abort}, whichever comes first, ends the exchange. From then on reading and writing throw, and
 * ending it again does nothing. Reading and writing may be done by two threads; any thread may end the exchange.
 */
public interface HttpStream {
    /** The length of a response whose length is not known when it begins. */
    long STREAMED = -1;

    /**
     * The request.
     *
     * @return its head
     */
    RequestHead request();

    /**
     * The length of the request body.
     *
     * @return bytes, 0 for none, −1 if only its end will tell
     */
    long requestLength();

    /**
     * Reads of the request body; waits for at least one byte.
     *
     * @param to where to put the bytes
     * @param offset where to begin in {@code to}
     * @param length the most bytes to read; at least 1
     * @return the number of bytes, or −1 at the end of the body
     * @throws IOException if the body is at fault or cut off (the same again on every further call), if it is no longer
     *     wanted, or if the exchange has ended
     */
    int read(byte[] to, int offset, int length) throws IOException;

    /**
     * How many bytes of the body can be read without waiting.
     *
     * @return an estimate, never too high
     */
    int available();

    /** Says that the rest of the request body will not be read. */
    void stopReading();

    /**
     * The trailer section of the request.
     *
     * @return its lines, without those that may not stand there, see {@link TrailerRule}; none before the end of the body has
     *     been read
     */
    FieldLines requestTrailers();

    /**
     * Whether a handler may answer so by itself.
     *
     * @param status a status code
     * @return false for success where the client would take that for {@link #switchTo} (RFC 9110, 9.3.6), and content for what
     *     follows it
     */
    default boolean allowsStatus(int status) {
        return true;
    }

    /**
     * Whether a response may have a body (RFC 9110, 6.4.1).
     *
     * @param status its status code
     * @return false for answers to HEAD, 1xx, 204 and 304
     */
    boolean allowsBody(int status);

    /**
     * Begins the response. For an interim response (1xx other than 101) nothing else follows; a final one may.
     *
     * @param status the status code
     * @param length the length of the body, or {@link #STREAMED}; ignored where no body is allowed
     * @param fields the field lines, without those for date and framing, which are the protocol's
     * @throws IOException if the client can no longer be reached, or the exchange has ended
     * @throws IllegalArgumentException if a field cannot be sent as it is; nothing has been sent then
     */
    void respond(int status, long length, ResponseFields fields) throws IOException;

    /**
     * Answers 101 and leaves HTTP: from now on {@link #read} and {@link #write} pass raw bytes, and the end of the exchange
     * is the end of the connection. No time limit holds any more but that for a client that does not read.
     *
     * @param fields the field lines, among them what the new protocol demands
     * @throws IllegalStateException if the client did not ask for it, see {@link #upgradeRequested}
     * @throws IOException if the client can no longer be reached
     */
    void upgrade(ResponseFields fields) throws IOException;

    /**
     * Agrees to another protocol, ends the exchange, and gives what carried it to that protocol, unless it has been lost: the
     * connection after a 101, or, where there are several streams on a connection, this one after a 200.
     *
     * @param next takes it up on its loop, with what has come already
     * @param fields the field lines, among them what the new protocol demands
     * @return the status code of the answer
     * @throws IllegalStateException if the client did not ask for it, see {@link #switchable}
     * @throws IOException if the client can no longer be reached, or another thread reads what is the other protocol's
     */
    default int switchTo(Protocol next, ResponseFields fields) throws IOException {
        throw new IllegalStateException("the protocol of the exchange cannot be left");
    }

    /**
     * Whether the client asked for another protocol in such a way that {@link #switchTo} can agree.
     *
     * @return true for an HTTP/1.1 request with {@code Connection: upgrade} and no body, and for an extended CONNECT of HTTP/2
     */
    default boolean switchable() {
        return upgradeRequested() && requestLength() == 0;
    }

    /**
     * Whether a response may have a trailer section.
     *
     * @param status its status code
     * @param length the length of its body, or {@link #STREAMED}
     * @return false where the protocol has no place for one
     */
    default boolean allowsTrailers(int status, long length) {
        return allowsBody(status);
    }

    /**
     * Gives the response a trailer section, which leaves with its end where there is a place for one.
     *
     * @param fields field lines that can be sent and that {@link TrailerRule} allows, never modified; null for none
     */
    void trailers(ResponseFields fields);

    /**
     * Adds to the body of the response.
     *
     * @param from holds the bytes
     * @param offset where they begin
     * @param length how many there are
     * @throws IOException if the client can no longer be reached, or the exchange has ended
     */
    void write(byte[] from, int offset, int length) throws IOException;

    /**
     * Adds a region of a file to the body of the response, without a copy through the heap where it can be.
     *
     * @param source the file
     * @param position where the region begins
     * @param count how many bytes it has
     * @return the number of bytes added: fewer than {@code count} only if the file ended before
     * @throws IOException if the file cannot be read, the client can no longer be reached, or the exchange has ended
     */
    long transferFrom(FileChannel source, long position, long count) throws IOException;

    /**
     * Sends what has been written so far.
     *
     * @throws IOException if the client can no longer be reached, or the exchange has ended
     */
    void flush() throws IOException;

    /**
     * The response is complete: ends the exchange in good order.
     *
     * @throws IOException if the client can no longer be reached
     */
    void finish() throws IOException;

    /**
     * Ends the exchange so that the client can tell that it was broken off: HTTP/1 closes the connection, a protocol with
     * several streams on a connection ends this one. What has not left yet is dropped.
     */
    void abort();

    /**
     * Answers in place of the application, with a short page, and ends the exchange in good order.
     *
     * @param status the status code
     * @param text a sentence for the page, nothing that the client sent
     */
    void refuse(int status, String text);

    /** The request is about to be handled, on the thread that calls {@link RequestHandler#onRequest}. */
    default void onHandlerBegins() {}

    /**
     * The application has found out who the client is; for logs.
     *
     * @param user a name that the client may have chosen
     */
    default void authenticatedAs(String user) {}

    /**
     * The number under which the exchange is logged.
     *
     * @return from 1 on, 0 if it is not
     */
    default long logNumber() {
        return 0;
    }

    /** The handler has come back, with or without having ended the exchange: sends what is pending if it has not. */
    void onHandlerReturned();

    /**
     * Whether the exchange has ended.
     *
     * @return true after {@link #finish}, {@link #abort} or {@link #refuse}
     */
    boolean ended();

    /**
     * Whether the client can no longer be reached: its connection has been lost or closed, or the client has broken this
     * stream off.
     *
     * @return true if nothing more can be read or written
     */
    boolean disconnected();

    /**
     * Whether the connection is to be used again after this exchange, as far as that is known.
     *
     * @return false if it will be closed, now or once its other streams have ended
     */
    boolean persistent();

    /**
     * Whether the client asked to change the protocol, so that a response 101 may do so.
     *
     * @return true for an HTTP/1.1 request with {@code Connection: upgrade}
     */
    boolean upgradeRequested();

    /**
     * The connection that it is on, which others may be on too.
     *
     * @return never null
     */
    Transport transport();

    /**
     * The server's end of the connection.
     *
     * @return never null
     */
    default InetSocketAddress localAddress() {
        return transport().localAddress();
    }

    /**
     * The client's end of the connection.
     *
     * @return never null
     */
    default InetSocketAddress remoteAddress() {
        return transport().remoteAddress();
    }

    /**
     * The trusted proxy that has told who the client is.
     *
     * @return its address; null if nobody has, so that the client's end is that of the connection
     */
    default InetSocketAddress proxyAddress() {
        Relay relay = transport().relay();
        return relay != null && relay.clientKnown() ? relay.proxy() : null;
    }

    /**
     * Whether the client's connection is secure, as far as that is known: this one, or the one to a trusted proxy.
     *
     * @return true for TLS
     */
    default boolean secure() {
        Relay relay = transport().relay();
        return tlsSession() != null || relay != null && relay.secure();
    }

    /**
     * What was negotiated with the client when the connection began.
     *
     * @return null for clear text
     */
    default SSLSession tlsSession() {
        return transport().tlsSession();
    }
}
