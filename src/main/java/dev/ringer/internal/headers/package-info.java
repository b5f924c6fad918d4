/**
 * Code that the public package {@code headers} and the server share: read-only headers, and the choice of the map in
 * which headers are stored. The package uses only the JDK's API and {@code internal.names}.
 */
package dev.ringer.internal.headers;
