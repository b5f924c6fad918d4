/**
 * Files and compression, on the JDK's API alone: everything here works on any provider of
 * {@code com.sun.net.httpserver}, and files leave faster on Ringer.
 *
 * <ul>
 *   <li>{@link dev.ringer.files.FileHandler} serves a folder, on a disk, in a jar or in any other file system, with
 *       validators, conditional requests, ranges and precompressed siblings;
 *   <li>{@link dev.ringer.files.FileTransfer} is what a handler of your own calls to send a file: the engine may then take
 *       the bytes straight from the file ({@link dev.ringer.files.FileSink});
 *   <li>{@link dev.ringer.files.CompressionFilter} compresses what other handlers send, as they send it.
 * </ul>
 *
 * <p>A folder on the web takes two lines:
 *
 * <pre>{@code
 * HttpServer server = HttpServer.create(new InetSocketAddress(8080), 0);
 * server.createContext("/", FileHandler.of(Path.of("site")));
 * }</pre>
 *
 * <p>What a request names never reaches the file system as it came. It is decoded once, strictly; every segment must be
 * one plain name; and what symbolic links make of it must lie inside the root. What fails on the way does not
 * exist: 404, without a reason that would tell an attacker more.
 *
 * @since 0.1.0
 */
package dev.ringer.files;
