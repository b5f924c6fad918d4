/**
 * Forms: {@code multipart/form-data} (RFC 7578) and {@code application/x-www-form-urlencoded}, read as a stream, with
 * safe limits.
 *
 * <p>Everything works on any {@link com.sun.net.httpserver.HttpExchange}, of any server, and on any
 * {@link java.io.InputStream}. Three ways, from the convenient to the fast one:
 *
 * <ul>
 *   <li>{@link dev.ringer.multipart.Form} reads the whole form: fields as strings, files in memory or in a private
 *       directory;
 *   <li>{@link dev.ringer.multipart.FormReader} goes from part to part, each with a stream of its content;
 *   <li>{@link dev.ringer.multipart.MultipartParser} is fed with bytes and calls back, without ever waiting or copying.
 * </ul>
 */
package dev.ringer.multipart;
