package dev.ringer.internal.jfr;

import java.net.InetSocketAddress;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/**
 * The Flight Recorder event for a request or a connection that the server refuses because of load. The client has
 * broken no rule.
 */
@Name("dev.ringer.ShedLoad")
@Label("Shed Load")
@Category("Ringer")
@Description("The server refused a request or a connection, because there were too many")
@StackTrace(false)
final class ShedLoadEvent extends Event {
    @Label("Limit")
    @Description("The name of the limit in docs/limits.md and in the statistics")
    final String limit;

    @Label("Remote Address")
    @Description("Missing if no single client is concerned")
    final String remoteAddress;

    @Label("Remote Port")
    final int remotePort;

    ShedLoadEvent(String limit, InetSocketAddress client) {
        this.limit = limit;
        this.remoteAddress = Clients.address(client);
        this.remotePort = Clients.port(client);
    }
}
