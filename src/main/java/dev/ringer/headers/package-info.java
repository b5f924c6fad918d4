/**
 * Header fields for the JDK's HTTP server API: {@link dev.ringer.headers.RingerHeaders} is a
 * {@link com.sun.net.httpserver.Headers} over a storage map of your choice, and {@link dev.ringer.headers.HeaderNames}
 * brings names into the JDK's normal form without allocation.
 *
 * <p>The headers of responses are {@code RingerHeaders} already. You can make them anywhere else, too:
 *
 * <pre>{@code
 * Headers fields = new RingerHeaders();
 * fields.set("content-type", "text/plain");
 * fields.getFirst("CONTENT-TYPE"); // text/plain, and nothing is allocated for the name
 * Headers sorted = RingerHeaders.over(new TreeMap<>());
 * }</pre>
 *
 * @since 0.1.0
 */
@NullMarked
package dev.ringer.headers;

import org.jspecify.annotations.NullMarked;
