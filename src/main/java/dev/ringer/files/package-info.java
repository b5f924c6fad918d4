/**
 * Serves files and compresses responses. The package uses only the JDK's API, so it works on any provider of
 * {@code com.sun.net.httpserver}. On Ringer, files are sent faster.
 *
 * <ul>
 *   <li>{@link dev.ringer.files.FileHandler} serves a folder on a disk, in a jar or in any other file system, with
 *       validators, conditional requests, ranges and precompressed siblings.
 *   <li>{@link dev.ringer.files.FileTransfer} sends a file from a handler of your own. On Ringer, the server takes the
 *       bytes directly from the file.
 *   <li>{@link dev.ringer.files.CompressionFilter} compresses the responses of other handlers while they are sent.
 * </ul>
 *
 * <p>A folder on the web takes two lines:
 *
 * <pre>{@code
 * HttpServer server = HttpServer.create(new InetSocketAddress(8080), 0);
 * server.createContext("/", FileHandler.of(Path.of("site")));
 * }</pre>
 *
 * <p>The path of a request never reaches the file system as the client has sent it. It is decoded once, strictly. Every
 * segment must be one plain name. When all symbolic links are followed, the result must lie inside the root. A path
 * that fails one of these checks gets 404. The response contains no reason, because a reason would help attackers.
 *
 * @since 0.1.0
 */
@NullMarked
package dev.ringer.files;

import org.jspecify.annotations.NullMarked;
