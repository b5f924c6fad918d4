/** Deadlines, rates and the HTTP date. */
package dev.ringer.internal.time;
