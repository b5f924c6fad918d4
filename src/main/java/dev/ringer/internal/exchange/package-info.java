/**
 * One request and its response as the JDK's API shows them: contexts, filters, authentication, the exchange, and those
 * that observe it. Knows neither sockets nor the life of servers.
 */
package dev.ringer.internal.exchange;
