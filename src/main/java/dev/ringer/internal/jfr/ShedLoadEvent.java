package dev.ringer.internal.jfr;

import java.net.InetSocketAddress;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** The server refuses a request or a connection because there are too many. The client has broken no rule. */
@Name("dev.ringer.ShedLoad")
@Label("Shed Load")
@Category("Ringer")
@Description("A request or a connection was turned away since there were too many")
@StackTrace(false)
final class ShedLoadEvent extends Event {
    @Label("Limit")
    @Description("As docs/limits.md and the statistics name it")
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
