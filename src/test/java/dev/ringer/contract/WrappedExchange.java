package dev.ringer.contract;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpPrincipal;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.URI;

/** An exchange of an application's own class, which a filter may pass on. */
public class WrappedExchange extends HttpExchange {
    private final HttpExchange wrapped;

    public WrappedExchange(HttpExchange wrapped) {
        this.wrapped = wrapped;
    }

    @Override
    public Headers getRequestHeaders() {
        return wrapped.getRequestHeaders();
    }

    @Override
    public Headers getResponseHeaders() {
        return wrapped.getResponseHeaders();
    }

    @Override
    public URI getRequestURI() {
        return wrapped.getRequestURI();
    }

    @Override
    public String getRequestMethod() {
        return wrapped.getRequestMethod();
    }

    @Override
    public HttpContext getHttpContext() {
        return wrapped.getHttpContext();
    }

    @Override
    public void close() {
        wrapped.close();
    }

    @Override
    public InputStream getRequestBody() {
        return wrapped.getRequestBody();
    }

    @Override
    public OutputStream getResponseBody() {
        return wrapped.getResponseBody();
    }

    @Override
    public void sendResponseHeaders(int code, long length) throws IOException {
        wrapped.sendResponseHeaders(code, length);
    }

    @Override
    public InetSocketAddress getRemoteAddress() {
        return wrapped.getRemoteAddress();
    }

    @Override
    public int getResponseCode() {
        return wrapped.getResponseCode();
    }

    @Override
    public InetSocketAddress getLocalAddress() {
        return wrapped.getLocalAddress();
    }

    @Override
    public String getProtocol() {
        return wrapped.getProtocol();
    }

    @Override
    public Object getAttribute(String name) {
        return wrapped.getAttribute(name);
    }

    @Override
    public void setAttribute(String name, Object value) {
        wrapped.setAttribute(name, value);
    }

    @Override
    public void setStreams(InputStream in, OutputStream out) {
        wrapped.setStreams(in, out);
    }

    @Override
    public HttpPrincipal getPrincipal() {
        return wrapped.getPrincipal();
    }
}
