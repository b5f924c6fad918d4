/** Timers for deadlines, checks of minimum rates, and the date in HTTP responses. */
package dev.ringer.internal.time;
