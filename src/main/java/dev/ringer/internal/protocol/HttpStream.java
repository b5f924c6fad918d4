package dev.ringer.internal.protocol;

import dev.ringer.internal.http.TrailerRule;
import dev.ringer.internal.names.FieldLines;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.FileChannel;
import javax.net.ssl.SSLSession;

/**
 * One request and its response, as a protocol offers them to the exchange above.
 *
 * <p>Lifecycle: {@link #read} and {@link #respond}, {@link #write}, {@link #flush} in any order that makes sense. Then
 * {@link #finish} or {@link #abort}, whichever comes first, ends the exchange. From then on reading and writing throw,
 * and ending it again does nothing. One thread may read while another one writes. Any thread may end the exchange.
 */
public interface HttpStream {
    /** Length of a response whose length is unknown when it begins. */
    long STREAMED = -1;

    /** {@return the head of the request} */
    RequestHead request();

    /** {@return the bytes of the request body; 0 for none; −1 if the length is unknown before the end} */
    long requestLength();

    /**
     * Reads from the request body. Waits for at least one byte.
     *
     * @param to where to put the bytes
     * @param offset where to begin in {@code to}
     * @param length the most bytes to read; at least 1
     * @return the number of bytes, or −1 at the end of the body
     * @throws IOException if the body is at fault, cut off or no longer wanted, or if the exchange has ended. Every
     *     further call for a body that is at fault or cut off throws the same
     */
    int read(byte[] to, int offset, int length) throws IOException;

    /** {@return how many bytes of the body can be read without waiting; an estimate, never too high} */
    int available();

    /** Notes that nobody will read the rest of the request body. */
    void stopReading();

    /**
     * Returns the trailer section of the request.
     *
     * @return its lines, without those that {@link TrailerRule} forbids; none before the end of the body has been read
     */
    FieldLines requestTrailers();

    /**
     * Whether a handler may answer with this status by itself.
     *
     * @param status a status code
     * @return false for success if the client would take it for {@link #switchTo} (RFC 9110, 9.3.6), and the content
     *     for what follows that
     */
    default boolean allowsStatus(int status) {
        return true;
    }

    /**
     * Whether a response may have a body (RFC 9110, 6.4.1).
     *
     * @param status its status code
     * @return false for responses to HEAD, 1xx, 204 and 304
     */
    boolean allowsBody(int status);

    /**
     * Begins the response. An interim response (1xx other than 101) has nothing but its head, and a final response may
     * follow it.
     *
     * @param status the status code
     * @param length the length of the body, or {@link #STREAMED}; ignored if no body is allowed
     * @param fields the field lines, without those for date and framing, which the protocol adds
     * @throws IOException if the client can no longer be reached, or the exchange has ended
     * @throws IllegalArgumentException if a field cannot be sent as it is; then nothing has been sent
     */
    void respond(int status, long length, ResponseFields fields) throws IOException;

    /**
     * Answers 101 and leaves HTTP. From now on {@link #read} and {@link #write} pass raw bytes, and the end of the
     * exchange is the end of the connection. No time limit applies any more, except the one for a client that does not
     * read.
     *
     * @param fields the field lines, among them those that the new protocol demands
     * @throws IllegalStateException if the client did not ask for it, see {@link #upgradeRequested}
     * @throws IOException if the client can no longer be reached
     */
    void upgrade(ResponseFields fields) throws IOException;

    /**
     * Agrees to another protocol, ends the exchange, and gives what carried the exchange to that protocol, unless it
     * has been lost. The carrier is the connection after a 101. If a connection has several streams, it is this stream
     * after a 200.
     *
     * @param next takes over on its loop, with the bytes that have arrived already
     * @param fields the field lines, among them those that the new protocol demands
     * @return the status code of the answer
     * @throws IllegalStateException if the client did not ask for it, see {@link #switchable}
     * @throws IOException if the client can no longer be reached, or another thread reads bytes of the other protocol
     */
    default int switchTo(Protocol next, ResponseFields fields) throws IOException {
        throw new IllegalStateException("the protocol of the exchange cannot be left");
    }

    /**
     * Whether the client asked for another protocol in a way that {@link #switchTo} can accept.
     *
     * @return true for an HTTP/1.1 request with {@code Connection: upgrade} and no body, and for an extended CONNECT of
     *     HTTP/2
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
     * Gives the response a trailer section. The section leaves with the end of the response, if there is a place for
     * one.
     *
     * @param fields field lines that can be sent and that {@link TrailerRule} allows, never modified; null for none
     */
    void trailers(ResponseFields fields);

    /**
     * Adds bytes to the body of the response.
     *
     * @param from the array that holds the bytes
     * @param offset where they begin
     * @param length how many there are
     * @throws IOException if the client can no longer be reached, or the exchange has ended
     */
    void write(byte[] from, int offset, int length) throws IOException;

    /**
     * Adds a region of a file to the body of the response, if possible without a copy through the heap.
     *
     * @param source the file
     * @param position where the region begins
     * @param count how many bytes it has
     * @return the number of bytes added; fewer than {@code count} only if the file ended before
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
     * Ends the exchange in good order: the response is complete.
     *
     * @throws IOException if the client can no longer be reached
     */
    void finish() throws IOException;

    /**
     * Ends the exchange so that the client can see that it was broken off. HTTP/1 closes the connection. A protocol
     * with several streams on a connection ends this stream. Output that has not left yet is dropped.
     */
    void abort();

    /**
     * Answers in place of the application, with a short page, and ends the exchange in good order.
     *
     * @param status the status code
     * @param text a sentence for the page; must not contain anything that the client sent
     */
    void refuse(int status, String text);

    /** Called just before the request is handled, on the thread that calls {@link RequestHandler#onRequest}. */
    default void onHandlerBegins() {}

    /** {@return the observer of the exchange; null if nobody observes it} */
    default ExchangeObserver observer() {
        return null;
    }

    /**
     * Called when the handler has returned, whether or not it has ended the exchange. If it has not, this sends what is
     * pending.
     */
    void onHandlerReturned();

    /** {@return whether {@link #finish}, {@link #abort} or {@link #refuse} has ended the exchange} */
    boolean ended();

    /**
     * Whether the client can no longer be reached: its connection was lost or closed, or the client has broken this
     * stream off.
     *
     * @return true if nothing more can be read or written
     */
    boolean disconnected();

    /**
     * Whether the connection will be used again after this exchange, as far as that is known.
     *
     * @return false if it will be closed, now or after its other streams have ended
     */
    boolean persistent();

    /**
     * Whether the client asked to change the protocol, so that a 101 response may do so.
     *
     * @return true for an HTTP/1.1 request with {@code Connection: upgrade}
     */
    boolean upgradeRequested();

    /** {@return the connection of this stream} Other streams may share it. */
    Transport transport();

    /** {@return the address of the server's end of the connection} */
    default InetSocketAddress localAddress() {
        return transport().localAddress();
    }

    /** {@return the address of the client's end of the connection} */
    default InetSocketAddress remoteAddress() {
        return transport().remoteAddress();
    }

    /**
     * Returns the trusted proxy that has named the client.
     *
     * @return its address; null if no proxy has, so that the client's end is that of the connection
     */
    default InetSocketAddress proxyAddress() {
        Relay relay = transport().relay();
        return relay != null && relay.clientKnown() ? relay.proxy() : null;
    }

    /**
     * Whether the client's connection is secure, as far as that is known. This means this connection, or the client's
     * connection to a trusted proxy.
     *
     * @return true for TLS
     */
    default boolean secure() {
        Relay relay = transport().relay();
        return tlsSession() != null || relay != null && relay.secure();
    }

    /** {@return the session of TLS with the client; null for clear text} */
    default SSLSession tlsSession() {
        return transport().tlsSession();
    }
}
