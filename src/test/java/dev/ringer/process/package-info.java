/** What tests need that start programs in JVMs of their own: a compiler, jars, processes. */
package dev.ringer.process;
