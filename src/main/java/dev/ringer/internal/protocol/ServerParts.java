package dev.ringer.internal.protocol;

import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.http.RequestLimits;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.Settings;

/**
 * Objects that all protocols of a server share.
 *
 * @param handler gets the requests
 * @param memory counts the memory that connections retain
 * @param idleConnections counts the connections that wait for a request
 * @param limits the limits on requests and responses
 */
public record ServerParts(
        RequestHandler handler, BufferedMemory memory, IdleConnections idleConnections, RequestLimits limits) {
    public static ServerParts of(ServerOptions options, RequestHandler handler, BufferedMemory memory) {
        IdleConnections idle =
                new IdleConnections(options.get(Settings.MAX_IDLE_CONNECTIONS).intValue(), handler.counts());
        return new ServerParts(handler, memory, idle, new RequestLimits(options));
    }
}
