/**
 * Bytes in arrays: scans and buffer pools. Knows no HTTP.
 */
package dev.ringer.internal.bytes;
