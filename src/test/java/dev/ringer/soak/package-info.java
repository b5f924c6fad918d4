/** Tests for resource leaks under a long load from correct and faulty clients. */
package dev.ringer.soak;
