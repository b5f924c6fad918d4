package dev.ringer.observe;

/**
 * How many responses of one protocol had status codes of one class.
 *
 * @param protocol the protocol, such as {@code HTTP/1.1}
 * @param statusClass the class, such as {@code 2xx}; of class {@code 1xx}, only responses with status 101 count
 * @param count the number of responses
 * @since 0.1.0
 */
public record ResponseCount(String protocol, String statusClass, long count) {}
