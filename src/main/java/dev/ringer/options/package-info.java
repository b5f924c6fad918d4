/**
 * The settings of a server, and the one place that reads system properties. Depends on nothing.
 */
package dev.ringer.options;
