/** File descriptors that the process can take back from idle downloads. Uses only the JDK. */
package dev.ringer.internal.descriptors;
