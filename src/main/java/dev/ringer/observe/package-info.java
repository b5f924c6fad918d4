/** What an operator sees of a server: {@link dev.ringer.observe.ServerStatistics}, which are an MXBean too. */
package dev.ringer.observe;
