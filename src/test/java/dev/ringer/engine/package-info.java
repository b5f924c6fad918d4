/**
 * Tests how the engine waits, through the API and raw sockets alone, so the tests do not depend on its implementation.
 * Where possible, a test checks the order of events instead of elapsed time. For example, it keeps a handler blocked
 * until it has seen the work that must not wait for that handler.
 */
package dev.ringer.engine;
