/**
 * Field names that are known beforehand, recognised from bytes and strings without allocation, and the field lines of
 * a received head. Knows neither connections nor the JDK's HTTP API.
 */
package dev.ringer.internal.names;
