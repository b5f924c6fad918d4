/** WebSocket from both sides: what a raw client sees, what a listener hears, what attackers try, and other programs' clients. */
@Over({Transport.CLEAR, Transport.TLS, Transport.H2C, Transport.H2})
package dev.ringer.websocket;

import dev.ringer.testkit.Over;
import dev.ringer.testkit.Transport;
