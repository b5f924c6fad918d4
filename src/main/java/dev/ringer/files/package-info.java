/**
 * Serves files and compresses responses with the JDK's API alone. Everything here works on any provider of
 * {@code com.sun.net.httpserver}. On Ringer, files are sent faster.
 *
 * <ul>
 *   <li>{@link dev.ringer.files.FileHandler} serves a folder on a disk, in a jar or in any other file system, with
 *       validators, conditional requests, ranges and precompressed siblings.
 *   <li>{@link dev.ringer.files.FileTransfer} sends a file from a handler of your own. The engine may then take the
 *       bytes directly from the file ({@link dev.ringer.files.FileSink}).
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
 * <p>The path of a request never reaches the file system as the client sent it. It is decoded once, strictly. Every
 * segment must be one plain name. After symbolic links are followed, the result must lie inside the root. A path that
 * fails one of these checks does not exist: 404, without a reason that would tell an attacker more.
 *
 * @since 0.1.0
 */
package dev.ringer.files;
