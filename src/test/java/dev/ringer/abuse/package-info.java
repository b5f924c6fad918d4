/**
 * Tests abuse of a server in its own small JVM, in every way that costs it something. The server serves its other
 * clients, logs nothing, and afterwards holds what it held before.
 */
package dev.ringer.abuse;
