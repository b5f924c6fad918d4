/** Small tools for code that runs on several threads. Uses only the JDK. */
package dev.ringer.internal.threads;
