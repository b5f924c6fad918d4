/**
 * Header fields for the JDK's HTTP server API: {@link dev.ringer.headers.RingerHeaders} is a
 * {@link com.sun.net.httpserver.Headers} over a storage map of one's choice, and
 * {@link dev.ringer.headers.HeaderNames} brings names into the JDK's normal form without allocation.
 */
package dev.ringer.headers;
