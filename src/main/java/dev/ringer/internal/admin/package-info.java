/** The admin listener: metrics, readiness, and a page for people. Loaded only if {@code ringer.admin} is set. */
package dev.ringer.internal.admin;
