/**
 * Field names that are known in advance, and the field lines of a received head. The package finds known names in bytes
 * and strings without allocation. It knows neither connections nor the JDK's HTTP API.
 */
package dev.ringer.internal.names;
