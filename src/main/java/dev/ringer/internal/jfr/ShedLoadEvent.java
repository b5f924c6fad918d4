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
@Description("The server refused a request or a connection, because there were too many")
@StackTrace(false)
final class ShedLoadEvent extends ClientEvent {
    @Label("Limit")
    @Description("The name of the limit in docs/limits.md and in the statistics")
    final String limit;

    ShedLoadEvent(String limit, InetSocketAddress client) {
        this.limit = limit;
        setClient(client);
    }
}
