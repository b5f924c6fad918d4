/**
 * What the public headers and the server share: headers that only read, and storage maps found by name. Sees the JDK's API and
 * the names of fields.
 */
package dev.ringer.internal.headers;
