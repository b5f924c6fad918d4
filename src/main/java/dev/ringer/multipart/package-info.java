/**
 * Forms: {@code multipart/form-data} (RFC 7578) and {@code application/x-www-form-urlencoded}, read as a stream, with
 * safe limits.
 *
 * <p>The package works with any {@link com.sun.net.httpserver.HttpExchange}, of any server, and with any
 * {@link java.io.InputStream}. There are three ways, from the convenient to the fast one:
 *
 * <ul>
 *   <li>{@link dev.ringer.multipart.Form} reads the whole form. Its fields are strings, its files are in memory or in a
 *       private directory.
 *   <li>{@link dev.ringer.multipart.FormReader} goes from part to part. Each part has a stream of its content.
 *   <li>{@link dev.ringer.multipart.MultipartParser} parses bytes that you feed it, and calls your sink. It never waits
 *       or copies.
 * </ul>
 *
 * <p>The package refuses a form that a filter in front of the server could read differently:
 *
 * <ul>
 *   <li>RFC 7578 section 4.2 forbids clients the parameter {@code filename*}, since few servers and filters read it. A
 *       filter that does not read it would see {@code filename="a.jpg"} where the application sees
 *       {@code filename*=UTF-8''shell.jsp}. So the default mode refuses {@code filename*} unless {@code filename}
 *       beside it has exactly the same value, as .NET's {@code MultipartFormDataContent} writes names of plain ASCII.
 *       This refuses file names beyond ASCII from some clients: Python's {@code requests} on {@code urllib3} before
 *       1.25 (it sends only {@code filename*}), .NET (it sends an encoded word as {@code filename}), and Apache
 *       HttpClient from 5.5 in its mode {@code EXTENDED}. These clients need
 *       {@link dev.ringer.multipart.FormCompliance#LEGACY}. In that mode {@code filename*} counts, and the form's
 *       violations list each use.
 *   <li>Names and texts are decoded only in character sets in which the bytes of ASCII mean ASCII. These are the
 *       character sets of the WHATWG Encoding Standard, except UTF-16 and ISO-2022-JP. In other character sets, such as
 *       IBM037 (EBCDIC), bytes without any {@code <} would become {@code <script>}. The rule also applies to the page's
 *       own character set in {@link dev.ringer.multipart.FormOptions}.
 * </ul>
 *
 * <p>Files of collected forms are in a directory {@code ringer-forms-…} that only its owner may read, with a locked
 * file beside them. The last form deletes the directory. If a process crashes, its files stay until another process of
 * the same owner needs such a directory in the same place. That process then deletes the files of the crashed process.
 * It can, because the system releases the locks of a process that ends.
 *
 * @since 0.1.0
 */
package dev.ringer.multipart;
