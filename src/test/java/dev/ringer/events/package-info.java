/** Tests server-sent events from both sides: what a raw client receives, and what the application learns. */
@Over({Transport.CLEAR, Transport.TLS, Transport.H2C, Transport.H2})
package dev.ringer.events;

import dev.ringer.testkit.Over;
import dev.ringer.testkit.Transport;
