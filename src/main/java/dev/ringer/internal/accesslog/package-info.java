/**
 * Contains the access log: records of exchanges, formats, files, and the queue from the serving threads to the writing
 * thread. The JVM loads no class of this package while the log is off.
 */
package dev.ringer.internal.accesslog;
