/**
 * How the engine waits, seen from outside: through the API and raw sockets alone, so that these tests say the same
 * whatever the engine is made of. Nothing is measured against a clock where an order of events says it: a handler that is
 * held stays so until the test has seen what must not wait for it.
 */
package dev.ringer.engine;
