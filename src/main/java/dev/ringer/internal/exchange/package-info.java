/**
 * One request and its response as the JDK's API shows them: contexts, filters, authentication, the exchange, and its
 * observers. This package uses neither sockets nor the lifecycle of servers.
 */
package dev.ringer.internal.exchange;
