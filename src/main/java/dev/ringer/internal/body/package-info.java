/** The bodies of a request and its response, as the streams that the API promises. */
package dev.ringer.internal.body;
