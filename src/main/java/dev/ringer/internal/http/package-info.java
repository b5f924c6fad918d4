/**
 * The rules of HTTP that all versions share: targets, hosts, trailers, reason phrases, limits, and violations. The
 * package uses neither connections nor threads.
 */
package dev.ringer.internal.http;
