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
 *
 * <p>A form means one thing, here and to a filter in front, or it is refused:
 *
 * <ul>
 *   <li>RFC 7578 section 4.2 forbids clients the parameter {@code filename*}, since few servers and filters read it. A filter
 *       that does not would see {@code filename="a.jpg"} where the application sees {@code filename*=UTF-8''shell.jsp}. So
 *       the default mode refuses {@code filename*} unless {@code filename} beside it says exactly the same, as .NET's
 *       {@code MultipartFormDataContent} writes names of plain ASCII. Clients that this refuses, for file names beyond ASCII:
 *       Python's {@code requests} on {@code urllib3} before 1.25 (sends {@code filename*} alone), .NET (sends an encoded word
 *       as {@code filename}), Apache HttpClient from 5.5 in its mode {@code EXTENDED}. For them there is
 *       {@link dev.ringer.multipart.FormCompliance#LEGACY}, where {@code filename*} counts and each use is listed.
 *   <li>Names and texts are decoded only in character sets in which the bytes of ASCII mean ASCII: those of the WHATWG
 *       Encoding Standard but for UTF-16 and ISO-2022-JP. In others, as IBM037 (EBCDIC), bytes without any {@code <}
 *       would become {@code <script>}. The same holds for the page's own character set in
 *       {@link dev.ringer.multipart.FormOptions}.
 * </ul>
 *
 * <p>Files of collected forms stand in a directory that only its owner may read, {@code ringer-forms-…}, with a locked file
 * beside them. It goes with the last form. What a process that crashed has left there is deleted by the next process of
 * the same owner that needs such a directory in the same place: the system lets go of the locks of processes that end.
 *
 * @since 0.1.0
 */
package dev.ringer.multipart;
