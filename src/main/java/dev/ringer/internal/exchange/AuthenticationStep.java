package dev.ringer.internal.exchange;

import com.sun.net.httpserver.Authenticator;
import com.sun.net.httpserver.BasicAuthenticator;
import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpPrincipal;
import dev.ringer.internal.observe.ServerLog;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.function.Consumer;

/**
 * The last filter before the handler. It calls the context's authenticator, and reports the user name to the server's
 * own exchange object, even if an earlier filter has replaced the exchange by a wrapper.
 */
final class AuthenticationStep extends Filter {
    private static final String BASIC = "Basic";

    private final Authenticator authenticator;
    private final Consumer<HttpPrincipal> authenticated;

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
            throw new IllegalStateException("The authenticator must return a Success, Retry or Failure, not " + result);
        }
    }

    private Authenticator.Result authenticate(HttpExchange given) {
        try {
            return authenticator.authenticate(given);
        } catch (RuntimeException failure) {
            if (authenticator instanceof BasicAuthenticator basic
                    && hasMalformedCredentials(given.getRequestHeaders())) {
                // the JDK's BasicAuthenticator throws an exception if credentials are malformed
                ServerLog.clientFailed(failure);
                given.getResponseHeaders().set("WWW-Authenticate", BASIC + " realm=\"" + basic.getRealm() + '"');
                return new Authenticator.Failure(401);
            }
            throw failure;
        }
    }

    /**
     * Whether a request has credentials for the Basic scheme (RFC 7617) that do not follow the grammar of that scheme.
     */
    private static boolean hasMalformedCredentials(Headers request) {
        String value = request.getFirst("Authorization");
        if (value == null || !value.regionMatches(true, 0, BASIC, 0, BASIC.length())) {
            return false;
        }
        try {
            byte[] pair = Base64.getDecoder().decode(value.substring(Math.min(BASIC.length() + 1, value.length())));
            return new String(pair, StandardCharsets.ISO_8859_1).indexOf(':') < 0;
        } catch (IllegalArgumentException notBase64) {
            return true;
        }
    }

    /**
     * Refuses the request without reading its body, because a client that is not authenticated must not occupy a
     * thread. The loop drops the body later, as it does for every handler that does not read the body.
     */
    private static void refuse(HttpExchange given, int code) throws IOException {
        given.sendResponseHeaders(code, -1);
    }
}
