/**
 * Tests of Ringer over a raw socket: what RFC 9110 and RFC 9112 require, request by request ({@link
 * dev.ringer.wire.AcceptedRequestsTest}, {@link dev.ringer.wire.RefusedRequestsTest} and the tests of responses), and
 * one class for each known attack. These tests contain the right outcomes themselves, and run only with Ringer.
 */
@Over({Transport.CLEAR, Transport.TLS})
package dev.ringer.wire;

import dev.ringer.testkit.Over;
import dev.ringer.testkit.Transport;
