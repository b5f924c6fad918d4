/** Objects of the JDK's API that delegate to another object of that API. */
package dev.ringer.internal.delegate;
