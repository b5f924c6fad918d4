package dev.ringer.internal.protocol;

import dev.ringer.internal.bytes.BufferedMemory;

/**
 * What all protocols of a server share.
 *
 * @param handler takes the requests
 * @param memory counts what connections hold
 * @param idleConnections counts those that wait for a request
 */
public record ServerParts(RequestHandler handler, BufferedMemory memory, IdleConnections idleConnections) {}
