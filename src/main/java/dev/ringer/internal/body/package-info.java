/**
 * The two bodies of a message as the streams that the API promises.
 */
package dev.ringer.internal.body;
