/** Ways to receive the content of a request without a thread that waits for the client. */
package dev.ringer.internal.body;
