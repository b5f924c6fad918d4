/**
 * Scans of bytes, buffer pools, and the account of the memory that a server retains for clients. The package does not
 * know HTTP.
 */
package dev.ringer.internal.bytes;
