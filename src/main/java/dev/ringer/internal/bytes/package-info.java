/** Scans of bytes, buffer pools and the memory account. Knows no HTTP. */
package dev.ringer.internal.bytes;
