/**
 * Statistics of a server for its operators: {@link dev.ringer.observe.ServerStatistics}, also as an MXBean, and
 * {@link dev.ringer.observe.MetricsHandler}, which prints them for Prometheus and similar tools.
 *
 * <pre>{@code
 * ServerStatistics statistics = Ringer.statistics(server);
 * server.createContext("/metrics", MetricsHandler.of(statistics));
 * }</pre>
 *
 * @since 0.1.0
 */
package dev.ringer.observe;
