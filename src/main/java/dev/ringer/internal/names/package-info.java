/**
 * Known field names, and the field lines of a received head. The package finds known names in bytes and strings without
 * allocation. It uses neither connections nor the JDK's HTTP API.
 */
package dev.ringer.internal.names;
