package dev.ringer.observe;

/**
 * How many requests with one scheme and method are in progress.
 *
 * @param scheme the scheme of the URL: {@code http} or {@code https}
 * @param method the method; {@code _OTHER} for all methods except {@code PATCH} and those of RFC 9110
 * @param count the number of requests whose response is not complete now
 * @since 0.1.0
 */
public record ActiveRequestCount(String scheme, String method, long count) {}
