package dev.ringer.internal.jfr;

import java.net.InetSocketAddress;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/**
 * The Flight Recorder event for a connection that the server closes, or a stream that it resets, because the client has
 * exceeded a time limit.
 */
@Name("dev.ringer.TimeLimit")
@Label("Time Limit")
@Category("Ringer")
@Description("The server cut off a client that exceeded a time limit")
@StackTrace(false)
final class TimeLimitEvent extends ClientEvent {
    @Label("Limit")
    @Description("Name of the limit, as in docs/limits.md and the statistics")
    final String limit;

    TimeLimitEvent(String limit, InetSocketAddress client) {
        this.limit = limit;
        setClient(client);
    }
}
