/**
 * The rules of HTTP that all versions share: targets, hosts, trailers, reason phrases, and the faults of requests. Knows
 * neither connections nor threads.
 */
package dev.ringer.internal.http;
