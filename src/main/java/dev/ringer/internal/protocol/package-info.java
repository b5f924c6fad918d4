/**
 * The interfaces between protocols (HTTP/1, HTTP/2, WebSocket) and the code around them: event loops and sockets below,
 * exchanges and handlers above. Other packages implement these interfaces.
 */
package dev.ringer.internal.protocol;
