package dev.ringer.internal.server;

import com.sun.net.httpserver.Authenticator;
import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * The last link of the chain before the handler: asks the context's authenticator. It is bound to the exchange that the
 * server made, so a filter may pass on another exchange, such as a wrapper.
 */
final class AuthenticationStep extends Filter {
    private final Exchange exchange;
    private final Authenticator authenticator;

    AuthenticationStep(Exchange exchange, Authenticator authenticator) {
        this.exchange = exchange;
        this.authenticator = authenticator;
    }

    @Override
    public String description() {
        return "Authentication filter";
    }

    @Override
    public void doFilter(HttpExchange given, Chain chain) throws IOException {
        Authenticator.Result result = authenticator.authenticate(given);
        if (result instanceof Authenticator.Success success) {
            exchange.setPrincipal(success.getPrincipal());
            chain.doFilter(given);
        } else if (result instanceof Authenticator.Retry retry) {
            refuse(given, retry.getResponseCode());
        } else if (result instanceof Authenticator.Failure failure) {
            refuse(given, failure.getResponseCode());
        } else {
            throw new IllegalStateException("The authenticator gave no result: " + result);
        }
    }

    /** Refuses once the body has come, as the JDK's server does, but does not ask for it. */
    private void refuse(HttpExchange given, int code) throws IOException {
        if (!exchange.stream().bodyWithheld()) {
            try (InputStream body = given.getRequestBody()) {
                body.transferTo(OutputStream.nullOutputStream());
            }
        }
        given.sendResponseHeaders(code, -1);
    }
}
