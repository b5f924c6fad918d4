/**
 * What an operator sees of a server: {@link dev.ringer.observe.ServerStatistics}, as an MXBean too, and
 * {@link dev.ringer.observe.MetricsHandler}, which prints them for Prometheus and its like.
 *
 * <pre>{@code
 * ServerStatistics statistics = Ringer.statistics(server);
 * server.createContext("/metrics", MetricsHandler.of(statistics));
 * }</pre>
 *
 * @since 0.1.0
 */
package dev.ringer.observe;
