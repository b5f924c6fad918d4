/**
 * Field names that the server knows, and the field lines of request heads. The package finds known names in bytes and
 * strings without allocation. This package uses neither connections nor the JDK's HTTP API.
 */
package dev.ringer.internal.names;
