/**
 * Forms: {@code multipart/form-data} (RFC 7578) and {@code application/x-www-form-urlencoded}, read as a stream, with
 * safe limits. The package works with any {@link com.sun.net.httpserver.HttpExchange}, of any server, and with any
 * {@link java.io.InputStream}.
 *
 * <p>There are three ways to read a form, from the most convenient to the most direct:
 *
 * <ul>
 *   <li>{@link dev.ringer.multipart.Form} reads the whole form: fields as strings, files in memory or in a private
 *       directory. Begin here. {@link dev.ringer.multipart.Form#read(com.sun.net.httpserver.HttpExchange) Form.read}
 *       blocks until the form is complete;
 *       {@link dev.ringer.multipart.Form#receive(com.sun.net.httpserver.HttpExchange) Form.receive} returns at once.
 *   <li>{@link dev.ringer.multipart.FormReader} reads one part after the other, each as a stream.
 *   <li>{@link dev.ringer.multipart.MultipartParser} parses whatever bytes you feed it, and calls your
 *       {@link dev.ringer.multipart.PartSink}. It never waits or copies.
 * </ul>
 *
 * <p>All take {@link dev.ringer.multipart.FormOptions}, and throw a {@link dev.ringer.multipart.FormException} with the
 * status for the response.
 *
 * <p>A form is refused if a filter in front of the server could read it differently:
 *
 * <ul>
 *   <li>RFC 7578 section 4.2 doesn't allow clients to send the parameter {@code filename*}, since few servers and
 *       filters read it. One that doesn't would see {@code filename="a.jpg"} where the application sees
 *       {@code filename*=UTF-8''shell.jsp}. So the default mode refuses {@code filename*}, unless the part also has
 *       {@code filename} with exactly the same value, as .NET's {@code MultipartFormDataContent} sends for names of
 *       plain ASCII. Beyond ASCII, some clients send names in a way that is refused: Python's {@code requests} on
 *       {@code urllib3} before 1.25 sends only {@code filename*}, .NET an encoded word as {@code filename}, and Apache
 *       HttpClient from 5.5 {@code filename*} in its mode {@code EXTENDED}. They need
 *       {@link dev.ringer.multipart.FormCompliance#LEGACY}, in which {@code filename*} is the file name, and each use
 *       is listed as a violation.
 *   <li>Names and texts are decoded only in character sets in which ASCII bytes mean ASCII characters: those of the
 *       WHATWG Encoding Standard, except UTF-16 and ISO-2022-JP. In others, such as IBM037 (EBCDIC), bytes without any
 *       {@code <} would become {@code <script>}. The same goes for the page's own character set in
 *       {@link dev.ringer.multipart.FormOptions}.
 * </ul>
 *
 * <p>The files of a {@link dev.ringer.multipart.Form} are in a directory {@code ringer-forms-…} that only its owner may
 * read, beside a file that the process locks. The process deletes the directory when no form is open any more. If it
 * crashes, its files stay until another process of the same owner needs such a directory in the same place: it can tell
 * from the released lock that they're unused, and deletes them.
 *
 * @since 0.1.0
 */
@NullMarked
package dev.ringer.multipart;

import org.jspecify.annotations.NullMarked;
