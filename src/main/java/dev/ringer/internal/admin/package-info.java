/**
 * The admin listener: an HTTP server for operators, with metrics, readiness and a status page. The JVM loads this
 * package only if {@code ringer.admin} is set.
 */
package dev.ringer.internal.admin;
