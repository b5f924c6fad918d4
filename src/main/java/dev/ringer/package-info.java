/**
 * Where an application meets Ringer: the provider that the JDK finds by itself, the factory for servers with
 * settings in code, and the agent that puts the jar on the class path of a program that is started by
 * {@code java -jar}.
 */
package dev.ringer;
