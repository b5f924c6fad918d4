/**
 * Deadlines and the HTTP date.
 */
package dev.ringer.internal.time;
