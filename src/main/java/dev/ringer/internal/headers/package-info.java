/**
 * Code that the public headers and the server share: read-only headers, and storage maps that are found by name. The
 * package uses only the JDK's API and the names of fields.
 */
package dev.ringer.internal.headers;
