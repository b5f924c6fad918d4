/**
 * The access log: records of exchanges, the queue between those that make them and the thread that writes, formats, files.
 * Nothing of it is loaded where the log is off.
 */
package dev.ringer.internal.accesslog;
