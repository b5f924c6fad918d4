/**
 * Statistics of a server, for operators. {@link dev.ringer.observe.ServerStatistics} has the numbers, also as an
 * MBean. {@link dev.ringer.observe.MetricsHandler} prints them for Prometheus and similar tools.
 *
 * <pre>{@code
 * ServerStatistics statistics = Ringer.statistics(server);
 * server.createContext("/metrics", MetricsHandler.of(statistics));
 * }</pre>
 *
 * @since 0.1.0
 */
@NullMarked
package dev.ringer.observe;

import org.jspecify.annotations.NullMarked;
