/**
 * Contains the access log: records of exchanges, formats, files, and the queue between the serving threads and the
 * writing thread. Nothing of this package is loaded while the log is off.
 */
package dev.ringer.internal.accesslog;
