/**
 * The API's objects: servers and their life, contexts, the filter chain, the one exchange class.
 */
package dev.ringer.internal.server;
