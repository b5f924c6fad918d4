/**
 * Tools for bytes: searching, buffer pools, and the account of the memory that a server retains for clients. This
 * package contains nothing about HTTP.
 */
package dev.ringer.internal.bytes;
