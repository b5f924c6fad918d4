/**
 * Tests the observable contract of {@code com.sun.net.httpserver}, with one script for each behaviour. Each script runs
 * on the JDK's server and on Ringer, in every mode of running handlers. The two transcripts must be equal: status,
 * fields, body, state of the connection, types of exceptions. {@link dev.ringer.contract.IntendedDifference} lists the
 * intended differences. A test fails if a difference is not listed, or if a listed difference no longer exists. If
 * Ringer is not on the class path, both runs use the JDK's server.
 *
 * <p>The file {@code src/test/contract-coverage.md} says which test covers which statement.
 */
@Over({Transport.CLEAR, Transport.TLS, Transport.H2C, Transport.H2})
package dev.ringer.contract;

import dev.ringer.testkit.Over;
import dev.ringer.testkit.Transport;
