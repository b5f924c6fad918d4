/** IP addresses as texts. The package uses only the JDK. */
package dev.ringer.internal.net;
