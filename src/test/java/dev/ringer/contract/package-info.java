/**
 * The observable contract of {@code com.sun.net.httpserver}, one script per behaviour. Each script is played against
 * the JDK's own server and against Ringer, in every mode of running handlers, and the two transcripts must be the
 * same: status, fields, body, fate of the connection, types of exceptions. What differs by intention stands in
 * {@link dev.ringer.contract.IntendedDifference}; a difference that is not listed there fails, and so does a listed
 * one that is none any more. Until Ringer is on the class path the JDK's server plays both parts.
 *
 * <p>Which test covers which statement is in {@code src/test/contract-coverage.md}.
 */
@Over({Transport.CLEAR, Transport.TLS, Transport.H2C, Transport.H2})
package dev.ringer.contract;

import dev.ringer.testkit.Over;
import dev.ringer.testkit.Transport;
