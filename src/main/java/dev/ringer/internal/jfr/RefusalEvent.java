package dev.ringer.internal.jfr;

import java.net.InetSocketAddress;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** The server refuses something that a client has sent. */
@Name("dev.ringer.Refusal")
@Label("Refusal")
@Category("Ringer")
@Description("A request, a frame or a connection was refused since something is wrong with it")
@StackTrace(false)
final class RefusalEvent extends Event {
    @Label("Violation")
    @Description("As docs/limits.md and the statistics name it")
    final String violation;

    @Label("Remote Address")
    @Description("Missing if no single client is concerned")
    final String remoteAddress;

    @Label("Remote Port")
    final int remotePort;

    RefusalEvent(String violation, InetSocketAddress client) {
        this.violation = violation;
        this.remoteAddress = Clients.address(client);
        this.remotePort = Clients.port(client);
    }
}
