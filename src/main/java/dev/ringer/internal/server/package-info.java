/** The lifecycle of servers: their start, loops and protocols, statistics, and end. */
package dev.ringer.internal.server;
