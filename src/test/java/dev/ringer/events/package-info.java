/** Server-sent events from both sides: what a raw client sees, and what the application learns. */
@Over({Transport.CLEAR, Transport.TLS, Transport.H2C, Transport.H2})
package dev.ringer.events;

import dev.ringer.testkit.Over;
import dev.ringer.testkit.Transport;
