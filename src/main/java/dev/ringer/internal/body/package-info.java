/** The bodies of requests and responses, as the streams that the JDK's API gives to handlers. */
package dev.ringer.internal.body;
