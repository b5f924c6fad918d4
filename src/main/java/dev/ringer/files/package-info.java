/**
 * Serves files and compresses responses. The package needs only the JDK's API, so it works on any provider of
 * {@code com.sun.net.httpserver}; on Ringer, files are sent faster.
 *
 * <pre>{@code
 * HttpServer server = HttpServer.create(new InetSocketAddress(8080), 0);
 * server.createContext("/", FileHandler.of(Path.of("site")));
 * server.start();
 * }</pre>
 *
 * <ul>
 *   <li>{@link dev.ringer.files.FileHandler} serves a folder on a disk, in a jar or in any other file system, with
 *       validators, conditional requests, ranges and precompressed siblings. Begin here.
 *   <li>{@link dev.ringer.files.FileTransfer} sends a file from a handler of your own.
 *   <li>{@link dev.ringer.files.CompressionFilter} compresses the responses of other handlers while they're sent.
 * </ul>
 *
 * <p>A request's path never reaches the file system as the client sent it. It's decoded once, strictly; every segment
 * must be one plain name, and once all symbolic links are followed, the result must lie inside the root. A path that
 * fails one of these checks gets 404, and no reason, which would help attackers.
 *
 * @since 0.1.0
 */
@NullMarked
package dev.ringer.files;

import org.jspecify.annotations.NullMarked;
