package dev.ringer.internal.protocol;

import dev.ringer.internal.bytes.BufferedMemory;

/**
 * The parts that all protocols of a server share.
 *
 * @param handler takes the requests
 * @param memory counts what connections retain
 * @param idleConnections counts the connections that wait for a request
 */
public record ServerParts(RequestHandler handler, BufferedMemory memory, IdleConnections idleConnections) {}
