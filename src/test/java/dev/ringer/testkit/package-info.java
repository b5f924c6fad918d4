/**
 * The code that the test suites share: clients on raw sockets, a server under test for each provider and each mode of
 * running handlers, deadlines, and system properties that are restored.
 */
package dev.ringer.testkit;
