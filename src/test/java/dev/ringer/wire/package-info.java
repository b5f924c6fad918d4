/**
 * Tests of Ringer over a raw socket. They check what RFC 9110 and RFC 9112 require, request by request
 * ({@link dev.ringer.wire.AcceptedRequestsTest}, {@link dev.ringer.wire.RefusedRequestsTest} and the tests of
 * responses). For each known attack, there is one class. These tests contain the right outcomes themselves, and run
 * only with Ringer.
 */
@Over({Transport.CLEAR, Transport.TLS})
package dev.ringer.wire;

import dev.ringer.testkit.Over;
import dev.ringer.testkit.Transport;
