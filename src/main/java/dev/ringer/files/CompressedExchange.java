package dev.ringer.files;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpPrincipal;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.URI;

/** An exchange whose response may be compressed. */
final class CompressedExchange extends HttpExchange {
    private final HttpExchange exchange;
    private final CompressedResponse response;

    CompressedExchange(HttpExchange exchange, CompressedResponse response) {
        this.exchange = exchange;
        this.response = response;
    }

    @Override
    public void sendResponseHeaders(int code, long length) throws IOException {
        response.sendResponseHeaders(code, length);
    }

    @Override
    public OutputStream getResponseBody() {
        return response.getResponseBody();
    }

    @Override
    public void setStreams(InputStream in, OutputStream out) {
        if (in != null) {
            exchange.setStreams(in, null);
        }
        if (out != null) {
            response.setResponseBody(out);
        }
    }

    @Override
    public void close() {
        response.close();
    }

    // ---- methods that only call the original exchange

    @Override
    public Headers getRequestHeaders() {
        return exchange.getRequestHeaders();
    }

    @Override
    public Headers getResponseHeaders() {
        return exchange.getResponseHeaders();
    }

    @Override
    public URI getRequestURI() {
        return exchange.getRequestURI();
    }

    @Override
    public String getRequestMethod() {
        return exchange.getRequestMethod();
    }

    @Override
    public HttpContext getHttpContext() {
        return exchange.getHttpContext();
    }

    @Override
    public InputStream getRequestBody() {
        return exchange.getRequestBody();
    }

    @Override
    public InetSocketAddress getRemoteAddress() {
        return exchange.getRemoteAddress();
    }

    @Override
    public int getResponseCode() {
        return exchange.getResponseCode();
    }

    @Override
    public InetSocketAddress getLocalAddress() {
        return exchange.getLocalAddress();
    }

    @Override
    public String getProtocol() {
        return exchange.getProtocol();
    }

    @Override
    public Object getAttribute(String name) {
        return exchange.getAttribute(name);
    }

    @Override
    public void setAttribute(String name, Object value) {
        exchange.setAttribute(name, value);
    }

    @Override
    public HttpPrincipal getPrincipal() {
        return exchange.getPrincipal();
    }
}
