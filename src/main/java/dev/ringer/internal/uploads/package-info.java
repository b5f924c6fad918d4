/**
 * Files on the disk with content of clients: those of forms, and request bodies. Only their owner may read them, and
 * nothing stays after a crash. Uses only the JDK and {@code internal.descriptors}.
 */
package dev.ringer.internal.uploads;
