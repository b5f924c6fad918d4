/**
 * Forms: {@code multipart/form-data} (RFC 7578) and {@code application/x-www-form-urlencoded}, read as a stream, with
 * safe limits.
 *
 * <p>The package works with any {@link com.sun.net.httpserver.HttpExchange}, of any server, and with any
 * {@link java.io.InputStream}. There are three ways to read a form, from the most convenient to the fastest:
 *
 * <ul>
 *   <li>{@link dev.ringer.multipart.Form} reads the whole form. Its fields are strings, its files are in memory or in a
 *       private directory.
 *   <li>{@link dev.ringer.multipart.FormReader} reads one part after the other. The content of each part is a stream.
 *   <li>{@link dev.ringer.multipart.MultipartParser} parses bytes that you feed it, and calls your sink. It never waits
 *       or copies.
 * </ul>
 *
 * <p>The package refuses a form that a filter in front of the server could read differently:
 *
 * <ul>
 *   <li>RFC 7578 section 4.2 does not allow clients to send the parameter {@code filename*}, since few servers and
 *       filters read it. A filter that does not read it would see {@code filename="a.jpg"} where the application sees
 *       {@code filename*=UTF-8''shell.jsp}. So the default mode refuses {@code filename*}, unless the part also has
 *       {@code filename} with exactly the same value. (.NET's {@code MultipartFormDataContent} sends both for names of
 *       plain ASCII.) Some clients send file names beyond ASCII in a way that is refused: Python's {@code requests} on
 *       {@code urllib3} before 1.25 sends only {@code filename*}, .NET sends an encoded word as {@code filename}, and
 *       Apache HttpClient from 5.5 sends {@code filename*} in its mode {@code EXTENDED}. These clients need
 *       {@link dev.ringer.multipart.FormCompliance#LEGACY}. In that mode {@code filename*} is the file name, and each
 *       use is listed as a violation.
 *   <li>Names and texts are decoded only in character sets in which ASCII bytes mean ASCII characters. These are the
 *       character sets of the WHATWG Encoding Standard, except UTF-16 and ISO-2022-JP. In other character sets, such as
 *       IBM037 (EBCDIC), bytes without any {@code <} would become {@code <script>}. The rule also applies to the page's
 *       own character set in {@link dev.ringer.multipart.FormOptions}.
 * </ul>
 *
 * <p>The files of a {@link dev.ringer.multipart.Form} are in a directory {@code ringer-forms-…} that only its owner may
 * read. The directory also contains a file that the process locks. When no form is open any more, the process deletes
 * the directory. If a process crashes, its files stay until another process of the same owner needs such a directory in
 * the same place. That process can tell that the files are unused, because the operating system has released the lock,
 * and deletes them.
 *
 * @since 0.1.0
 */
@NullMarked
package dev.ringer.multipart;

import org.jspecify.annotations.NullMarked;
