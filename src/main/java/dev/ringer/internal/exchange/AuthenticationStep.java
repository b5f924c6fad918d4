package dev.ringer.internal.exchange;

import com.sun.net.httpserver.Authenticator;
import com.sun.net.httpserver.BasicAuthenticator;
import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpPrincipal;
import dev.ringer.internal.observe.ServerLog;
import java.io.IOException;
import java.util.function.Consumer;

/**
 * The last link of the chain before the handler. It asks the context's authenticator. It is bound to the exchange that
 * the server made, so a filter may pass on another exchange, such as a wrapper.
 */
final class AuthenticationStep extends Filter {
    private final Authenticator authenticator;
    private final Consumer<HttpPrincipal> authenticated; // belongs to the exchange that the server made

    AuthenticationStep(Authenticator authenticator, Consumer<HttpPrincipal> authenticated) {
        this.authenticator = authenticator;
        this.authenticated = authenticated;
    }

    @Override
    public String description() {
        return "Authentication filter";
    }

    @Override
    public void doFilter(HttpExchange given, Chain chain) throws IOException {
        Authenticator.Result result = authenticate(given);
        if (result instanceof Authenticator.Success success) {
            authenticated.accept(success.getPrincipal());
            chain.doFilter(given);
        } else if (result instanceof Authenticator.Retry retry) {
            refuse(given, retry.getResponseCode());
        } else if (result instanceof Authenticator.Failure failure) {
            refuse(given, failure.getResponseCode());
        } else {
            throw new IllegalStateException("The authenticator gave no result: " + result);
        }
    }

    private Authenticator.Result authenticate(HttpExchange given) {
        try {
            return authenticator.authenticate(given);
        } catch (RuntimeException failure) {
            if (authenticator instanceof BasicAuthenticator basic
                    && BasicCredentials.areMalformed(given.getRequestHeaders())) {
                ServerLog.clientFailed(failure); // the JDK's class does not expect malformed credentials
                given.getResponseHeaders().set("WWW-Authenticate", BasicCredentials.challenge(basic.getRealm()));
                return new Authenticator.Failure(401);
            }
            throw failure;
        }
    }

    /**
     * Refuses without reading the body: a client that has not authenticated must not hold a thread. The loop drops the
     * rest of the body afterwards, up to the drain amount, as for any handler that does not read it.
     */
    private static void refuse(HttpExchange given, int code) throws IOException {
        given.sendResponseHeaders(code, -1);
    }
}
