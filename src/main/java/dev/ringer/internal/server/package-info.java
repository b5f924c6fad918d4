/** The lifecycle of servers: how they start, choose protocols, report statistics, and stop. */
package dev.ringer.internal.server;
