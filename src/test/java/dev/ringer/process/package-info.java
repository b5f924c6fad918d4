/** Compiles and packages programs for tests, and runs them in JVMs of their own. */
package dev.ringer.process;
