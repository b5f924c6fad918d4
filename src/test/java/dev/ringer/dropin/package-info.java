/**
 * Tests unmodified published software that uses {@code com.sun.net.httpserver}, on the JDK's server and on Ringer.
 *
 * <p>A test names a program of {@code src/test/apps} and the artifacts that the program needs. The program is compiled
 * once, and runs in its own process for each provider. All processes get the same requests. The responses must be as
 * expected, and equal.
 */
package dev.ringer.dropin;
