/** The life of servers: their start, their loops and protocols, their statistics, and their end. */
package dev.ringer.internal.server;
