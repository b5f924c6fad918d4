/** Tests all ways to add Ringer to a program, each in its own JVM. */
package dev.ringer.embedding;
