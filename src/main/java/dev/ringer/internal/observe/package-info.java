/** Logs, counts and records events for the operator. Only this package writes to the server's log. */
package dev.ringer.internal.observe;
