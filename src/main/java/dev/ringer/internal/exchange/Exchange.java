package dev.ringer.internal.exchange;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpPrincipal;
import dev.ringer.headers.RingerHeaders;
import dev.ringer.internal.delegate.TlsExchange;
import dev.ringer.internal.http.ErrorText;
import dev.ringer.internal.observe.ServerLog;
import dev.ringer.internal.protocol.ApplicationCalls;
import dev.ringer.internal.protocol.ApplicationTask;
import dev.ringer.internal.protocol.HandlerPace;
import dev.ringer.internal.protocol.HttpStream;
import dev.ringer.internal.protocol.Protocol;
import dev.ringer.internal.protocol.RequestHead;
import dev.ringer.internal.protocol.ResponseFields;
import dev.ringer.internal.protocol.Transport;
import dev.ringer.internal.time.HttpDate;
import dev.ringer.options.Settings;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import javax.net.ssl.SSLSession;

/**
 * One request and its response, over any protocol, as the JDK's API shows them to handlers. Streams and header maps are
 * made when the handler asks for them. Over TLS, handlers get a {@link TlsExchange} that wraps this object.
 *
 * <p>Lifecycle: {@link #run} runs the handler. The exchange ends when the response is complete or aborted. The end may
 * come on any thread, and long after the handler has returned. Getters keep working after the end.
 *
 * <p>As in the JDK's server, only one thread at a time may use the exchange. But two other threads may use the two body
 * streams at the same time. Any thread may call {@link #close}. If several threads answer all the same, the stream takes
 * the first answer only, so that the others do not disturb the next exchange.
 */
final class Exchange extends HttpExchange implements ResponseFields, ApplicationTask {
    private static final int OK = 200;
    private static final int NOT_IMPLEMENTED = 501;
    private static final String DATE = "Date";
    private static final String CONTENT_LENGTH = "Content-length";
    private static final String TRANSFER_ENCODING = "Transfer-encoding";

    /**
     * The body streams that filters have set in place of those of the exchange. They are in a separate object, because
     * few exchanges have such streams.
     */
    private static final class Wrappers {
        private InputStream request; // null if the exchange's own stream is used
        private OutputStream response; // null if the exchange's own stream is used
    }

    private final HttpStream stream;
    private final RequestHead request; // kept here, because a stream may free its head at the end of the exchange
    private final ServerContext context;
    private final ExchangeListeners listeners; // null if there are none

    // created at their first use
    private Headers requestHeaders;
    private RingerHeaders responseHeaders;
    private RequestBodyStream requestBody;
    private ResponseBodyStream responseBody;
    private Wrappers wrappers; // streams that filters have set; null if there are none
    private ExchangeAttributes attributes;

    private volatile boolean interrupted; // whether an Error has interrupted a call of the application
    private volatile boolean returned; // whether the handler has returned before the end of the exchange
    private volatile boolean cutShort; // whether the response body was closed too early
    private boolean entered; // whether enter() was called
    private int responseCode = -1;
    private long responseLength;
    private HttpPrincipal principal;

    /**
     * Creates the exchange of a request.
     *
     * @param listeners null if nobody observes the exchange, and no trusted proxy describes its client
     */
    Exchange(HttpStream stream, ServerContext context, ExchangeListeners listeners) {
        this.stream = stream;
        this.request = listeners == null ? stream.request() : listeners.request();
        this.context = context;
        this.listeners = listeners;
        if (request.wantsPersistenceAnnounced()) {
            announcePersistence();
        }
    }

    /**
     * Sets the fields that tell an HTTP/1.0 client whether the connection stays open. They are set before any filter
     * runs, so that filters can read and change them.
     */
    private void announcePersistence() {
        RingerHeaders headers = getResponseHeaders();
        if (stream.persistent()) {
            Duration idle = settings().options().get(Settings.IDLE_INTERVAL);
            headers.set("Connection", "keep-alive");
            if (idle.toSeconds() > 0) { // after timeout=0, a client would not use the connection again
                headers.set("Keep-alive", "timeout=" + idle.toSeconds());
            }
        } else {
            headers.set("Connection", "close");
        }
    }

    @Override
    public HandlerPace pace() {
        return context.pace();
    }

    @Override
    public void run() {
        enter();
        if (listeners != null) {
            listeners.onEntered(context.getPath());
        }
        try {
            runChain();
            onReturn();
        } catch (Throwable failure) { // an Error of the application must end only this exchange, not the thread
            onFailure(failure);
        }
        if (interrupted) {
            giveUp();
        }
        stream.onHandlerReturned();
        if (listeners != null) {
            listeners.onHandlerReturned();
        }
    }

    /**
     * Records that an Error, for example a stack overflow, has interrupted a call of the application to this object or
     * one of its streams. The handler may catch it, and then nobody else ends the exchange.
     */
    void onInterrupted() {
        interrupted = true;
    }

    /** Counts in the statistics that a thread has begun to handle the request. Only the first call counts. */
    void enter() {
        if (!entered) {
            entered = true;
            settings().traffic().onEnter();
        }
    }

    private void runChain() throws IOException {
        HttpHandler handler = context.getHandler();
        SSLSession tls = stream.transport().tlsSession();
        // the exchange object that filters and the handler get
        HttpExchange shown = tls == null ? this : new TlsExchange(this, tls);
        boolean guarded = context.getAuthenticator() != null;
        List<Filter> filters = context.getFilters();
        Filter compression = settings().compression();
        if (!guarded && filters.isEmpty() && compression == null) {
            handler.handle(shown);
            return;
        }
        // copy the list, because a change of the context's filters must apply only to later requests
        List<Filter> chain = new ArrayList<>(filters);
        if (compression != null) {
            chain.add(0, compression);
        }
        if (guarded) {
            chain.add(new AuthenticationStep(context.getAuthenticator(), this::setPrincipal));
        }
        new Filter.Chain(chain, handler).doFilter(shown);
    }

    private void onReturn() {
        if (!stream.ended()) {
            returned = true;
        }
        if (cutShort) {
            noteCutShort();
        }
    }

    /**
     * Called when the application closes the response body too early, although every write has succeeded and the client
     * can still be reached. While the handler runs, it is not known yet whether it closes the body because of an
     * exception, as try-with-resources does. So the log waits for its return: {@link #onReturn} and {@link #onFailure}
     * decide. If the handler has returned before, or does so at this moment, both threads may call
     * {@link #noteCutShort}.
     *
     * <p>If the request body could not be read, the client is to blame, not the handler.
     */
    void onCutShort() {
        if (requestBody != null && requestBody.failed()) {
            return;
        }
        cutShort = true;
        if (returned) {
            noteCutShort();
        }
    }

    private void noteCutShort() {
        context.noteCutShort(responseLength, responseLength - responseBody.remaining());
    }

    private void onFailure(Throwable failure) {
        boolean closedEarly = cutShort && InsufficientBytes.caused(failure);
        if (closedEarly) {
            noteCutShort();
        }
        if (stream.ended() && (closedEarly || !cutShort)) {
            ServerLog.trace("A handler failed after completing its response", failure);
            return;
        }
        ClientFault fault =
                ClientFault.of(failure, stream.disconnected(), settings().statusOf());
        if (fault == null) {
            boolean answers = settings().answersFailures() && responseCode == -1;
            context.failures().failed(failure, answers ? "sent 500" : "closed the connection");
            answer(500, "Internal Server Error", answers);
        } else {
            ServerLog.clientFailed(failure);
            answer(
                    fault.status(),
                    fault.text(),
                    fault.expected() || fault.status() != 0 && settings().answersFailures());
        }
    }

    private void answer(int status, String text, boolean wanted) {
        if (interrupted) {
            giveUp();
        } else if (wanted && responseCode == -1) {
            settings().traffic().onResponse(getProtocol(), status);
            refuse(status, text);
        } else {
            abort();
        }
    }

    /** Ends the exchange without its handler, because the request body has not arrived completely. */
    void refuseUnreceived(IOException failure) {
        enter();
        ServerLog.clientFailed(failure);
        ClientFault fault =
                ClientFault.of(failure, stream.disconnected(), settings().statusOf());
        if (fault == null || fault.status() == 0) {
            abort();
        } else {
            answer(fault.status(), fault.text(), true);
        }
    }

    /** Ends the exchange without its handler, because the request body could not be stored. */
    void refuseUnstored(int status) {
        enter();
        byte[] page = ErrorText.page(status, "The server cannot store the request body now");
        getResponseHeaders().set("Content-type", "text/html");
        getResponseHeaders().set("Retry-after", "10");
        try {
            boolean content = stream.allowsBody(status);
            sendResponseHeaders(status, content ? page.length : -1);
            if (content) {
                getResponseBody().write(page);
                close();
            }
        } catch (IOException e) { // the client is gone
            abort();
        }
    }

    ServerSettings settings() {
        return context.settings();
    }

    HttpStream stream() {
        return stream;
    }

    /** Returns what runs application code where handlers run. */
    ApplicationCalls calls() {
        return settings().pushParts().calls();
    }

    /** Returns the listeners; null if there are none. */
    ExchangeListeners listeners() {
        return listeners;
    }

    @Override
    public Headers getRequestHeaders() {
        if (requestHeaders == null) {
            requestHeaders = new RequestHeaders(request);
        }
        return requestHeaders;
    }

    @Override
    public URI getRequestURI() {
        return request.target().uri();
    }

    @Override
    public String getRequestMethod() {
        return request.method();
    }

    @Override
    public String getProtocol() {
        return request.protocol();
    }

    @Override
    public ServerContext getHttpContext() {
        return context;
    }

    @Override
    public InputStream getRequestBody() {
        return wrappers != null && wrappers.request != null ? wrappers.request : requestBody();
    }

    /** Whether the final response has begun. */
    boolean responds() {
        return responseCode >= OK;
    }

    /** Notes that the handler waits for request content after it has begun its response. */
    void noteBothWays() {
        if (stream.requestLength() < 0) {
            context.noteBothWays(true);
        }
    }

    /** Notes that a reader without a thread has read the whole body. */
    void noteBodyEnd() {
        requestBody().noteEnd();
    }

    /** Notes that a reader without a thread could not read the body. */
    void noteBodyFailure() {
        requestBody().noteFailure();
    }

    private RequestBodyStream requestBody() {
        if (requestBody == null) {
            requestBody = new RequestBodyStream(this);
            if (!stream.requestArrived() && BothWays.allowedBy(context)) {
                stream.limitBodyTime(false);
            }
        }
        return requestBody;
    }

    /** Lets the handler read the request body from a file, in which it has arrived. Called before {@link #run}. */
    void bodyFile(BodyFile file) {
        requestBody = new StoredBodyStream(this, file);
    }

    @Override
    public InetSocketAddress getRemoteAddress() {
        return listeners == null ? stream.transport().remoteAddress() : listeners.remoteAddress();
    }

    /** Returns the address of the trusted proxy that has sent the client's address; null if no proxy has sent one. */
    InetSocketAddress proxyAddress() {
        return listeners == null ? stream.transport().proxyAddress() : listeners.proxyAddress();
    }

    /** Whether the client uses TLS, to this server or to a trusted proxy. */
    boolean secure() {
        return listeners == null ? stream.transport().secure() : listeners.secure();
    }

    /** Returns the number of the exchange in logs, from 1 on; 0 if the exchange is not logged. */
    long logNumber() {
        return listeners == null ? 0 : listeners.logNumber();
    }

    @Override
    public InetSocketAddress getLocalAddress() {
        return stream.transport().localAddress();
    }

    @Override
    public HttpPrincipal getPrincipal() {
        return principal;
    }

    private void setPrincipal(HttpPrincipal principal) {
        this.principal = principal;
        if (principal != null && logNumber() != 0) { // getUsername() may run application code
            listeners.onAuthenticated(principal.getUsername());
        }
    }

    @Override
    public Object getAttribute(String name) {
        Objects.requireNonNull(name, "null name parameter");
        if (name.equals(WebSocketUpgrade.ATTRIBUTE)) {
            return new WebSocketUpgrade(this);
        }
        return name.equals(EventHandOver.ATTRIBUTE)
                ? eventHandOver()
                : attributes().get(name);
    }

    /**
     * Returns the object that opens an event stream; null if the response must not have status 200. Also null if a
     * filter has replaced the response body, because the events would bypass that filter.
     */
    private EventHandOver eventHandOver() {
        boolean replaced = wrappers != null && wrappers.response != null;
        return replaced || !stream.allowsStatus(OK) ? null : new EventHandOver(this);
    }

    @Override
    public void setAttribute(String name, Object value) {
        attributes().set(Objects.requireNonNull(name, "null name parameter"), value);
    }

    private ExchangeAttributes attributes() {
        if (attributes == null) {
            Map<String, Object> stored =
                    settings().sharesAttributes() ? context.getAttributes() : new ConcurrentHashMap<>();
            attributes = new ExchangeAttributes(this, stored);
        }
        return attributes;
    }

    @Override
    public RingerHeaders getResponseHeaders() {
        if (responseHeaders == null) {
            responseHeaders = settings().newHeaders();
            if (responseCode > 0) {
                noteFraming(stream.allowsBody(responseCode));
            }
        }
        return responseHeaders;
    }

    @Override
    public int getResponseCode() {
        return responseCode;
    }

    @Override
    public OutputStream getResponseBody() {
        return wrappers != null && wrappers.response != null ? wrappers.response : responseBody();
    }

    private ResponseBodyStream responseBody() {
        if (responseBody == null) {
            responseBody = new ResponseBodyStream(this);
        }
        return responseBody;
    }

    @Override
    public void setStreams(InputStream in, OutputStream out) {
        if (wrappers == null) {
            wrappers = new Wrappers();
        }
        if (in != null) {
            wrappers.request = in;
        }
        if (out != null) {
            wrappers.response = out;
        }
    }

    /**
     * Sends the response head. If there is no body, this completes the response.
     *
     * @param length the length of the body; −1 if there is none, 0 if the length is not known
     */
    @Override
    public void sendResponseHeaders(int code, long length) throws IOException {
        try {
            sendHeaders(code, length);
        } catch (Error failure) {
            onInterrupted();
            throw failure;
        }
    }

    private void sendHeaders(int code, long length) throws IOException {
        if (responseCode != -1) {
            throw new IOException("headers already sent");
        }
        if (code < 100 || code > 999) {
            throw new IllegalArgumentException("A status code must have three digits (RFC 9110, 15): " + code);
        }
        if (code == 101) {
            stream.upgrade(this);
            begun(code);
            if (listeners != null) {
                listeners.onFlushed();
            }
            responseBody().begin(HttpStream.STREAMED);
            return;
        }
        if (code >= 100 && code < 200) {
            stream.respond(code, 0, this);
            return;
        }
        sendFinalHeaders(stream.allowsStatus(code) ? code : NOT_IMPLEMENTED, length);
    }

    private void sendFinalHeaders(int status, long length) throws IOException {
        boolean allowsBody = stream.allowsBody(status);
        if (!allowsBody && length != -1) {
            context.noteIgnoredLength(status, length);
        }
        boolean bodyFollows = allowsBody && length >= 0;
        long bodyLength = !bodyFollows ? 0 : length == 0 ? HttpStream.STREAMED : length;
        responseLength = bodyLength;
        announceTrailers(status);
        if (responseHeaders != null) {
            noteFraming(allowsBody);
        }
        stream.respond(status, bodyLength, this);
        if (context.servesBothWays() && requestBody != null && requestBody.ended() && stream.requestLength() < 0) {
            context.noteBothWays(false);
        }
        begun(status);
        ServerLog.replied(request, status);
        if (bodyFollows) {
            stream.limitBodyTime(false); // the handler now serves a stream in both directions, if it still reads
            responseBody().begin(bodyLength);
        } else {
            responseBody().beginWithoutBody();
            finish();
        }
    }

    private void begun(int code) {
        responseCode = code;
        settings().traffic().onResponse(getProtocol(), code);
        if (listeners != null) {
            listeners.onStatus(code, this);
        }
    }

    private void announceTrailers(int code) {
        ResponseTrailers trailers = attributes == null ? null : attributes.responseTrailers();
        if (trailers != null && stream.allowsTrailers(code, responseLength)) {
            trailers.announceIn(getResponseHeaders());
        }
    }

    /**
     * Adds to the header map those fields that the server itself will send, so that filters and handlers can log them.
     */
    private void noteFraming(boolean allowsBody) {
        responseHeaders.set(DATE, HttpDate.now().text());
        if (!allowsBody) {
            return;
        }
        if (responseLength == HttpStream.STREAMED) {
            responseHeaders.remove(CONTENT_LENGTH);
            String coding = request.codingOfStreamedResponse();
            if (coding != null) {
                responseHeaders.set(TRANSFER_ENCODING, coding);
            }
        } else {
            responseHeaders.remove(TRANSFER_ENCODING);
            responseHeaders.set(CONTENT_LENGTH, Long.toString(responseLength));
        }
    }

    @Override
    public void forEach(BiConsumer<String, String> visitor) {
        if (responseHeaders != null) {
            responseHeaders.forEachField(visitor);
        }
    }

    /** Sends all bytes of the response that have been written so far. */
    void flush() throws IOException {
        stream.flush();
        if (listeners != null) {
            listeners.onFlushed();
        }
    }

    @Override
    public void close() {
        try {
            if (interrupted) {
                giveUp();
            } else {
                end();
            }
        } catch (Error failure) {
            onInterrupted();
            throw failure;
        }
    }

    private void end() {
        if (stream.ended()) {
            return;
        }
        if (responseCode == -1) {
            abort();
            return;
        }
        try {
            requestBody().close();
            getResponseBody().close();
            responseBody().close(); // a filter's wrapper has perhaps not closed this stream
        } catch (IOException e) {
            ServerLog.trace("Failed to complete a response", e);
            abort();
        } catch (Throwable failure) {
            // A stream of a filter has failed. End the exchange, and log the failure, because after the end nobody else
            // does so.
            context.failures().failed(failure, "closed the connection");
            abort();
            throw failure;
        }
    }

    void finish() throws IOException {
        if (listeners == null) {
            stream.finish();
        } else {
            listeners.finish();
        }
    }

    void abort() {
        if (listeners == null) {
            stream.abort();
        } else {
            listeners.abort();
        }
    }

    private void refuse(int status, String text) {
        if (listeners == null) {
            stream.refuse(status, text);
        } else {
            listeners.refuse(status, text);
        }
    }

    private void giveUp() {
        if (listeners == null) {
            stream.giveUp();
        } else {
            listeners.giveUp();
        }
    }

    /** Whether the content of a response of unknown length is sent in chunks. */
    boolean chunksStreams() {
        return request.codingOfStreamedResponse() != null;
    }

    /**
     * Sends the response with which the server agrees to another protocol. From then on, that protocol owns the
     * connection or the stream.
     */
    void switchTo(Protocol next) throws IOException {
        try {
            begun(stream.switchTo(next, this, this::onSwitching));
        } catch (IOException e) {
            onSwitchFailed();
            throw e;
        }
        onSwitched();
    }

    /** Answers 200. From then on, the other protocol owns the connection or the stream, and sends the body. */
    void handOver(Function<Transport, Protocol> next) throws IOException {
        if (responseCode != -1) {
            throw new IOException("headers already sent");
        }
        responseLength = HttpStream.STREAMED;
        if (responseHeaders != null) {
            noteFraming(true);
        }
        try {
            stream.handOver(next, this, this::onSwitching);
            begun(OK);
        } catch (IOException e) {
            onSwitchFailed();
            throw e;
        }
        onSwitched();
        ServerLog.replied(request, OK);
    }

    private void onSwitching() {
        if (listeners != null) {
            listeners.onSwitching();
        }
    }

    private void onSwitched() {
        if (listeners != null) {
            listeners.onSwitched();
        }
    }

    private void onSwitchFailed() {
        if (listeners != null) {
            listeners.onSwitchFailed();
        }
    }
}
