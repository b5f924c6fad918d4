/** The API's objects: servers and their lifecycle, contexts, the filter chain, and the one exchange class. */
package dev.ringer.internal.server;
