package dev.ringer.internal.server;

import dev.ringer.headers.RingerHeaders;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.ServerOptions.AttributeScope;
import dev.ringer.options.ServerOptions.ErrorResponse;

/**
 * What exchanges need of their server's options.
 *
 * @param options the options
 */
record ServerSettings(ServerOptions options) {
    /** Whether attributes are shared by all exchanges of a context. */
    boolean sharesAttributes() {
        return options.attributeScope() == AttributeScope.CONTEXT;
    }

    /** Whether the client of a handler that fails early is answered. */
    boolean answersFailures() {
        return options.errorResponse() == ErrorResponse.STATUS_500;
    }

    /** An empty header map for a response. */
    RingerHeaders newHeaders() {
        return new RingerHeaders();
    }
}
