/**
 * A server in a small JVM of its own, abused in every way that costs it something: its other clients are served meanwhile,
 * it says nothing, and afterwards it holds what it held before.
 */
package dev.ringer.abuse;
