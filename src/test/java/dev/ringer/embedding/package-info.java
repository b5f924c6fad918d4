/** All ways to bring Ringer into a program, each proved by a JVM of its own. */
package dev.ringer.embedding;
