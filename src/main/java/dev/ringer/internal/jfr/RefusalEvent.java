package dev.ringer.internal.jfr;

import java.net.InetSocketAddress;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** The Flight Recorder event for something that a client has sent and that the server refuses. */
@Name("dev.ringer.Refusal")
@Label("Refusal")
@Category("Ringer")
@Description("The server refused a request, a frame or a connection that broke a protocol rule")
@StackTrace(false)
final class RefusalEvent extends ClientEvent {
    @Label("Violation")
    @Description("Name of the violation, as in docs/limits.md and the statistics")
    final String violation;

    RefusalEvent(String violation, InetSocketAddress client) {
        this.violation = violation;
        setClient(client);
    }
}
