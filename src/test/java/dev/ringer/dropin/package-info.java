/**
 * Published software that uses {@code com.sun.net.httpserver}, unmodified, on the JDK's server and on Ringer.
 *
 * <p>A test names a program of {@code src/test/apps} and the artifacts it needs. The program is compiled, started once
 * per provider in a process of its own, and driven by the same requests; the answers must be as expected, and alike.
 */
package dev.ringer.dropin;
