package dev.ringer.internal.protocol;

import dev.ringer.internal.http.TrailerRule;
import dev.ringer.internal.names.FieldLines;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.FileChannel;
import java.util.function.Function;
import javax.net.ssl.SSLSession;

/**
 * One request and its response. A protocol implements this interface. The exchange, which the application uses, calls
 * it.
 *
 * <p>The exchange calls {@link #read}, and at any time {@link #respond}, and after that {@link #write} and {@link
 * #flush}. The first call of {@link #finish} or {@link #abort} ends the exchange. After that, reading and writing
 * throw, and ending the exchange again does nothing. One thread may read while another one writes. Any thread may end
 * the exchange.
 */
public interface HttpStream {
    /** Stands for the length of a response body whose length is unknown when the response begins. */
    long STREAMED = -1;

    /** {@return the head of the request} */
    RequestHead request();

    /** {@return the bytes of the request body; 0 for none; −1 if the length is unknown before the end} */
    long requestLength();

    /**
     * Reads from the request body. Waits for at least one byte.
     *
     * @param length the most bytes to read; at least 1
     * @return the number of bytes, or −1 at the end of the body
     * @throws IOException if the body is invalid, cut off or no longer wanted, or if the exchange has ended. After an
     *     invalid or cut off body, every further call throws too
     */
    int read(byte[] to, int offset, int length) throws IOException;

    /** {@return how many bytes of the body can be read without waiting; an estimate, never too high} */
    int available();

    /** Tells the protocol that the application will not read the rest of the request body. */
    void stopReading();

    /**
     * Returns the trailer section of the request.
     *
     * @return the lines of the section, without lines that {@link TrailerRule} forbids; no lines before the end of the
     *     body was read
     */
    FieldLines requestTrailers();

    /**
     * Whether a handler may answer with this status code. On HTTP/2, a handler may not answer CONNECT with success. The
     * client would take such a response for an answer of {@link #switchTo}, and would take the content for the new
     * protocol (RFC 9110, 9.3.6).
     */
    default boolean allowsStatus(int status) {
        return true;
    }

    /**
     * Whether a response with this status code may have a body (RFC 9110, 6.4.1). Responses to HEAD, 1xx, 204 and 304
     * may not.
     */
    boolean allowsBody(int status);

    /**
     * Begins the response. An interim response (1xx other than 101) has only a head, and a final response may follow.
     *
     * @param length the length of the body, or {@link #STREAMED}; ignored if no body is allowed
     * @param fields the field lines, without the lines for date and framing, which the protocol adds
     * @throws IOException if the client can no longer be reached, or the exchange has ended
     * @throws IllegalArgumentException if a field must not be sent as it is; then nothing has been sent
     */
    void respond(int status, long length, ResponseFields fields) throws IOException;

    /**
     * Answers 101 and leaves HTTP. From now on {@link #read} and {@link #write} pass raw bytes, and the end of the
     * exchange is the end of the connection. From now on, the only time limit is that for a client that does not read.
     *
     * @param fields the field lines, among them those that the new protocol demands
     * @throws IllegalStateException if the client did not ask for an upgrade, see {@link #upgradeRequested}
     * @throws IOException if the client can no longer be reached
     */
    void upgrade(ResponseFields fields) throws IOException;

    /**
     * Agrees to another protocol, and ends the exchange. On HTTP/1, this method answers 101, and the other protocol
     * gets the connection. On HTTP/2, this method answers 200, and the other protocol gets this stream. If the
     * connection has been lost, the other protocol gets nothing.
     *
     * @param next the protocol that takes over on its loop, with the bytes that have arrived already
     * @param fields the field lines, among them those that the new protocol demands
     * @return the status code of the answer
     * @throws IllegalStateException if the client did not ask for another protocol, see {@link #switchable}
     * @throws IOException if the client can no longer be reached, or another thread reads bytes of the other protocol
     */
    default int switchTo(Protocol next, ResponseFields fields) throws IOException {
        throw new IllegalStateException("the protocol of the exchange cannot be left");
    }

    /**
     * Answers 200 with content of unknown length, and ends the exchange. Another protocol writes the content, framed as
     * {@link RequestHead#codingOfStreamedResponse} says. On HTTP/1, that protocol gets the connection, which serves no
     * further request. On HTTP/2, that protocol gets this stream. The other protocol drops content of the request that
     * the application has not read.
     *
     * @param next makes the protocol that takes over. This function is called once, on the calling thread, and gets the
     *     connection or the stream. The application may write output as soon as {@code handOver} has returned. The loop
     *     opens the protocol later, with the bytes that have arrived already. The protocol is never opened if the
     *     connection has been lost
     * @param fields the field lines, without the lines for date and framing
     * @throws IOException if the client can no longer be reached, the exchange has ended, or another thread reads the
     *     request
     * @throws IllegalArgumentException if a field must not be sent as it is; then nothing has been sent
     */
    default void handOver(Function<Transport, Protocol> next, ResponseFields fields) throws IOException {
        throw new UnsupportedOperationException();
    }

    /**
     * Whether the client asked for another protocol in a way that {@link #switchTo} can accept: by an HTTP/1.1 request
     * with {@code Connection: upgrade} and no body, or by an extended CONNECT of HTTP/2.
     */
    default boolean switchable() {
        return upgradeRequested() && requestLength() == 0;
    }

    /**
     * Whether the protocol can send a trailer section with a response.
     *
     * @param length the length of the body, or {@link #STREAMED}
     */
    default boolean allowsTrailers(int status, long length) {
        return allowsBody(status);
    }

    /**
     * Sets the trailer section of the response. The section leaves with the end of the response, if
     * {@link #allowsTrailers}.
     *
     * @param fields valid field lines that {@link TrailerRule} allows, never modified; null for none
     */
    void trailers(ResponseFields fields);

    /**
     * Adds bytes to the body of the response.
     *
     * @throws IOException if the client can no longer be reached, or the exchange has ended
     */
    void write(byte[] from, int offset, int length) throws IOException;

    /**
     * Adds a region of a file to the body of the response, if possible without a copy through the heap.
     *
     * @return the number of bytes added; fewer than {@code count} only if the file is shorter
     * @throws IOException if the file cannot be read, the client can no longer be reached, or the exchange has ended
     */
    long transferFrom(FileChannel source, long position, long count) throws IOException;

    /**
     * Leaves a region of a file to the protocol, as the rest of a response body whose length was declared. The protocol
     * sends the region as fast as the client takes it, also after {@link #finish}. No thread waits for the client. If
     * the file turns out to be shorter, the protocol ends the response in such a way that the client can see the error.
     *
     * @param rest the region; it belongs to the protocol from now on, even if this method throws
     * @throws IOException if the client can no longer be reached, or the exchange has ended
     */
    default void leaveFile(FileRegion rest) throws IOException {
        throw new UnsupportedOperationException();
    }

    /**
     * Sends all bytes that have been written so far.
     *
     * @throws IOException if the client can no longer be reached, or the exchange has ended
     */
    void flush() throws IOException;

    /**
     * Ends the exchange with a complete response.
     *
     * @throws IOException if the client can no longer be reached
     */
    void finish() throws IOException;

    /**
     * Ends the exchange in such a way that the client can see that the response is incomplete. HTTP/1 closes the
     * connection, and HTTP/2 resets this stream. Output that has not left yet is dropped.
     */
    void abort();

    /**
     * Answers in place of the application, with a short page, and ends the exchange with a complete response.
     *
     * @param text a sentence for the page, without any text of the client
     */
    void refuse(int status, String text);

    /** Called just before the request is handled, on the thread that calls {@link RequestHandler#onRequest}. */
    default void onHandlerBegins() {}

    /** {@return the observer of the exchange; null if nobody observes it} */
    default ExchangeObserver observer() {
        return null;
    }

    /** Called when the handler has returned. If the exchange has not ended, this method sends the pending output. */
    void onHandlerReturned();

    /** {@return whether {@link #finish}, {@link #abort} or {@link #refuse} has ended the exchange} */
    boolean ended();

    /**
     * Whether the client can no longer be reached: its connection was lost or closed, or the client has reset this
     * stream. If so, every read and write fails.
     */
    boolean disconnected();

    /**
     * Runs an action when the client leaves before the exchange ends. A client leaves when {@link #disconnected}
     * becomes true, or, on HTTP/1, when it closes its sending side. If the client has left already, runs the action
     * soon.
     *
     * @param action the action; it must not block. Any thread may run the action, more than once, and perhaps just
     *     after the end of the exchange. Another call of this method replaces the action
     */
    void onDisconnect(Runnable action);

    /**
     * Whether the connection will stay open after this exchange, as far as the server knows now. If not, the server
     * closes the connection, either at the end of this exchange or after the other streams of the connection have
     * ended.
     */
    boolean persistent();

    /**
     * Whether a 101 response may change the protocol, because this is an HTTP/1.1 request with
     * {@code Connection: upgrade}.
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
     * Returns the address of the trusted proxy that has named the client. Returns null if no proxy has named the
     * client: the remote address is then the other end of the connection.
     */
    default InetSocketAddress proxyAddress() {
        Relay relay = transport().relay();
        return relay != null && relay.clientKnown() ? relay.proxy() : null;
    }

    /**
     * Whether the client uses TLS, on this connection or on its connection to a trusted proxy. False if that is not
     * known.
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
