package dev.ringer.internal.protocol;

import dev.ringer.internal.http.TrailerRule;
import dev.ringer.internal.names.FieldLines;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.function.Function;

/**
 * One request and its response. A protocol such as HTTP/1 implements this interface, and the exchange object of the
 * application calls it.
 *
 * <p>The exchange may call {@link #read} and {@link #respond} in any order, but {@link #write} and {@link #flush} only
 * after {@code respond}. The first call of {@link #finish} or {@link #abort} ends the exchange. After that, reading and
 * writing throw, and ending the exchange again does nothing. Methods that send also throw an {@link IOException} if the
 * client can no longer be reached. One thread may read while another one writes. Any thread may end the exchange.
 */
public interface HttpStream {
    /** Stands for the length of a response body that is not known when the response begins. */
    long STREAMED = -1;

    /** Returns the request head. After the end of the exchange, the stream may return one without target and fields. */
    RequestHead request();

    /**
     * {@return the length of the request body in bytes; 0 if there is none; −1 if the length is not known before the
     * end of the body}
     */
    long requestLength();

    /** {@return whether the whole request body has arrived, so that no read waits for the client; true if there is none} */
    boolean requestArrived();

    /**
     * Reads from the request body. Waits for at least one byte.
     *
     * @param length the most bytes to read; at least 1
     * @return the number of bytes, or −1 at the end of the body
     * @throws IOException if the body is invalid or incomplete, after {@link #stopReading}, or if the exchange has
     *     ended. After an invalid or incomplete body, every further call throws too
     */
    int read(byte[] to, int offset, int length) throws IOException;

    /**
     * Reads from the request body without waiting.
     *
     * @param length the most bytes to read; 0 only to learn whether the body has ended
     * @return the number of bytes; 0 if none have arrived; −1 at the end of the body
     * @throws IOException as {@link #read} does
     */
    int readNow(byte[] to, int offset, int length) throws IOException;

    /**
     * Waits, without a thread, until {@link #readNow} can return content or the end of the body, or throws. Meanwhile,
     * the same limits on stalled and slow clients apply as for a thread in {@link #read}. Only one reader may wait, and
     * it must not read before the action has run.
     *
     * @param ready the action, which runs exactly once and must not block. Usually the loop runs it, but any thread may,
     *     even this one before the method returns
     * @throws IOException if the client can no longer be reached. Then the action does not run
     */
    void awaitContent(Runnable ready) throws IOException;

    /** {@return an estimate of how many bytes of the request body can be read without waiting; never too high} */
    int available();

    /** Declares that the application will not read the rest of the request body. */
    void stopReading();

    /**
     * Sets whether the time limits for request bodies (stall timeout and minimum rate) apply while a thread waits for
     * the body. They apply at first. Any thread may call this, even while another thread waits.
     */
    void limitBodyTime(boolean limited);

    /**
     * Returns the trailer section of the request.
     *
     * @return the field lines of the section that {@link TrailerRule} allows. There are none until the whole body has
     *     been read
     */
    FieldLines requestTrailers();

    /**
     * Whether a handler may answer with this status code. On HTTP/2, a handler must not answer CONNECT with 2xx,
     * because the client would take the content for bytes of another protocol (RFC 9110, 9.3.6). Only {@link #switchTo}
     * may send such a status.
     */
    default boolean allowsStatus(int status) {
        return true;
    }

    /**
     * Whether a response with this status code may have a body (RFC 9110, 6.4.1). A response to HEAD has none, and
     * neither has a response with status 1xx, 204 or 304.
     */
    boolean allowsBody(int status);

    /**
     * Begins the response. An interim response (1xx other than 101) has only a head, and a final response may follow.
     *
     * @param length the length of the body, or {@link #STREAMED}; ignored if no body is allowed
     * @param fields the field lines, without those for date and framing, which the protocol adds
     * @throws IllegalArgumentException if a field must not be sent as it is; then nothing has been sent
     */
    void respond(int status, long length, ResponseFields fields) throws IOException;

    /**
     * Answers 101. From then on, the connection does not speak HTTP, and {@link #read} and {@link #write} pass bytes
     * unchanged. The end of the exchange closes the connection. Only the time limit for clients that do not read still
     * applies.
     *
     * @param fields the field lines, among them those that the new protocol demands
     * @throws IllegalStateException if the client did not ask for an upgrade, see {@link #upgradeRequested}, or if the
     *     request body has not been read
     */
    void upgrade(ResponseFields fields) throws IOException;

    /**
     * Accepts the client's request to switch to another protocol, and ends the exchange. On HTTP/1, the answer is 101,
     * and the other protocol gets the connection. On HTTP/2, the answer is 200, and the other protocol gets this
     * stream. If the connection has been lost, the other protocol is not opened.
     *
     * @param next the other protocol. The loop opens it, and passes it the bytes that have arrived already
     * @param fields the field lines, among them those that the new protocol demands
     * @param accepted called on this thread when nothing can prevent the answer any more, before the client can have it
     * @return the status code of the answer
     * @throws IllegalArgumentException if a field must not be sent as it is; then nothing has been sent
     * @throws IllegalStateException if the client did not ask for another protocol, see {@link #switchable}
     * @throws IOException for example if another thread is in {@link #read}, and could take bytes of the other protocol
     */
    int switchTo(Protocol next, ResponseFields fields, Runnable accepted) throws IOException;

    /**
     * Answers 200, and ends the exchange. Another protocol, such as an event stream, writes the response body, whose
     * length is unknown. {@link RequestHead#codingOfStreamedResponse} says how the body is framed. On HTTP/1, the other
     * protocol gets the connection, which serves no further request. On HTTP/2, the other protocol gets this stream.
     * The other protocol drops the unread rest of the request body.
     *
     * @param next makes the other protocol for the connection or the stream. This method calls the function once, on
     *     the calling thread. The application may write as soon as this method has returned. The loop opens the
     *     protocol later, and passes it the bytes that have arrived already. If the connection has been lost, the loop
     *     does not open the protocol
     * @param fields the field lines, without the lines for date and framing
     * @param accepted as for {@link #switchTo}
     * @throws IOException for example if another thread is reading the request body
     * @throws IllegalArgumentException if a field must not be sent as it is; then nothing has been sent
     */
    void handOver(Function<Transport, Protocol> next, ResponseFields fields, Runnable accepted) throws IOException;

    /**
     * Whether the client asked to switch to another protocol in a way that {@link #switchTo} can accept. There are two
     * ways: an HTTP/1.1 request with {@code Connection: upgrade} and no body, and an extended CONNECT of HTTP/2.
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
     * Sets the trailer section of the response. The section is sent at the end of the response, if
     * {@link #allowsTrailers} allows it.
     *
     * @param fields valid field lines that {@link TrailerRule} allows. Nobody may modify them later. Null for none
     */
    void trailers(ResponseFields fields);

    /** Adds bytes to the body of the response. */
    void write(byte[] from, int offset, int length) throws IOException;

    /**
     * Adds a part of a file to the body of the response, if possible without copying it to the heap.
     *
     * @return the number of bytes added; fewer than {@code count} only if the file is shorter
     * @throws IOException for example if the file cannot be read
     */
    long transferFrom(FileChannel source, long position, long count) throws IOException;

    /**
     * Adds a part of a file as the rest of the response body, whose length must have been declared. The protocol sends
     * the part as fast as the client reads, even after {@link #finish}. No thread waits for the client. If the file
     * turns out to be shorter, the client can see that the response is incomplete.
     *
     * @param rest the part of the file; the protocol closes the file, even if this method throws
     */
    void leaveFile(FileRegion rest) throws IOException;

    /** Sends all bytes that have been written so far. */
    void flush() throws IOException;

    /** Ends the exchange with a complete response. */
    void finish() throws IOException;

    /**
     * Ends the exchange in such a way that the client can see that the response is incomplete. HTTP/1 closes the
     * connection, and HTTP/2 resets this stream. Output that has not been sent yet is dropped.
     */
    void abort();

    /**
     * Sends a short error page in place of the application's response, and ends the exchange.
     *
     * @param text a sentence for the page; it must not contain text from the client
     */
    void refuse(int status, String text);

    /** Called just before {@link RequestHandler#onRequest}, on the same thread. */
    default void onHandlerBegins() {}

    /** Called when the handler has returned. If the exchange has not ended, this method sends the pending output. */
    void onHandlerReturned();

    /**
     * Closes the connection, unless the exchange has ended in order. Called after an {@link Error}, for example a stack
     * overflow, has interrupted a method of this object, so that nothing is certain any more about its state.
     */
    void giveUp();

    /** {@return whether {@link #finish}, {@link #abort} or {@link #refuse} has ended the exchange} */
    boolean ended();

    /**
     * Whether the client can no longer be reached: its connection was lost or closed, or the client has reset this
     * stream. If so, every read and write fails.
     */
    boolean disconnected();

    /**
     * Sets an action that runs if the client goes away before the exchange ends. The client has gone away if
     * {@link #disconnected} is true, or if a client of HTTP/1 has closed its sending side. If the client has gone away
     * already, the action runs soon. Another call of this method replaces the action.
     *
     * @param action the action, which must not block. Any thread may run the action. It may run more than once, and
     *     even just after the end of the exchange
     */
    void onDisconnect(Runnable action);

    /**
     * Whether the connection will stay open after this exchange, as far as the server knows now. If not, the server
     * closes the connection when this exchange and all other streams of the connection have ended.
     */
    boolean persistent();

    /**
     * Whether a 101 response may switch the connection to another protocol, because this is an HTTP/1.1 request with
     * {@code Connection: upgrade}.
     */
    boolean upgradeRequested();

    /** {@return the connection of this stream, which other streams may share} */
    Transport transport();
}
