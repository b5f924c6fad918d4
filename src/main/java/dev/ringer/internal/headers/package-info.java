/**
 * Code that the public headers and the server share: read-only headers, and storage maps by name. The package uses only
 * the JDK's API and {@code internal.names}.
 */
package dev.ringer.internal.headers;
