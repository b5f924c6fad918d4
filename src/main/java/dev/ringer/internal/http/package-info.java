/**
 * The rules of HTTP that all versions share: targets, hosts, trailers, reason phrases, limits, and the faults of
 * requests. The package knows neither connections nor threads.
 */
package dev.ringer.internal.http;
