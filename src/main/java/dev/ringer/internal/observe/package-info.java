/** Logs, counts and records of events for the operator. This is the only package that logs. */
package dev.ringer.internal.observe;
