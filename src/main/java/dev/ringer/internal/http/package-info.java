/**
 * Rules that all versions of HTTP share, about targets, hosts, trailers, reason phrases, limits, and violations. This
 * package uses neither connections nor threads.
 */
package dev.ringer.internal.http;
