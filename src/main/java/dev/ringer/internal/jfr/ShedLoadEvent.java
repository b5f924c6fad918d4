package dev.ringer.internal.jfr;

import java.net.InetSocketAddress;
import jdk.jfr.Category;
import jdk.jfr.Description;
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
@Description("The server refused a request or a connection because it had too many")
@StackTrace(false)
final class ShedLoadEvent extends ClientEvent {
    @Label("Limit")
    @Description("Name of the limit, as in docs/limits.md and the statistics")
    final String limit;

    ShedLoadEvent(String limit, InetSocketAddress client) {
        this.limit = limit;
        setClient(client);
    }
}
