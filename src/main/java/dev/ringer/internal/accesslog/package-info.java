/**
 * The access log: records of exchanges, formats of lines, destinations such as files, and the queue between the threads
 * that serve exchanges and the thread that writes. The JVM loads no class of this package while the log is off.
 */
package dev.ringer.internal.accesslog;
