/**
 * What the test suites share: a raw-socket client, a server under test for every provider and every mode of running
 * handlers, deadlines, and system properties that are put back.
 */
package dev.ringer.testkit;
