/** Tests of WebSockets: what raw clients receive, which calls listeners get, attacks, and other programs' clients. */
@Over({Transport.CLEAR, Transport.TLS, Transport.H2C, Transport.H2})
package dev.ringer.websocket;

import dev.ringer.testkit.Over;
import dev.ringer.testkit.Transport;
