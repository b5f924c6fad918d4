package dev.ringer.internal.jfr;

import dev.ringer.internal.observe.RequestRecord;
import java.util.function.Consumer;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;
import jdk.jfr.Timespan;

/**
 * The Flight Recorder event for one request, from the beginning of its exchange until the end. The duration is the sum
 * of three times: how long the request waits for a thread, how long the handler runs until the response begins, and how
 * long the response is sent.
 *
 * <p>A recording must enable this event explicitly. The event reads the clock several times in every request, even if
 * the request is too short to be recorded. This costs more than the 2 % that a default recording may cost.
 */
@Name("dev.ringer.Request")
@Label("Request")
@Category("Ringer")
@Description("A request that was passed to a handler, from the start to the end of its exchange")
@StackTrace(false)
@Enabled(false)
@Threshold("20 ms")
final class RequestEvent extends Event implements Consumer<RequestRecord> {
    @Label("Method")
    String method;

    @Label("Context Path")
    @Description("Path of the context whose handler was called; missing if none was called")
    String contextPath;

    @Label("Status")
    @Description("Status code of the response; 0 if there was no response")
    int status;

    @Label("Protocol")
    String protocol;

    @Label("Exchange Number")
    @Description("Number of the exchange in the access log; 0 without an access log")
    long exchange;

    @Label("Bytes Read")
    @Description("Request body bytes that the handler read")
    @DataAmount
    long bytesRead;

    @Label("Bytes Written")
    @Description("Response body bytes that the handler wrote")
    @DataAmount
    long bytesWritten;

    @Label("Queue Time")
    @Description("Time until a thread started to handle the request")
    @Timespan
    long queueTime;

    @Label("Handler Time")
    @Description("Time from the end of the queue time until the response started")
    @Timespan
    long handlerTime;

    @Label("Write Time")
    @Description("Time from the start of the response until the end of the exchange")
    @Timespan
    long writeTime;

    @Label("Aborted")
    @Description("Whether the handler failed, the client disconnected, or a time limit was exceeded")
    boolean aborted;

    RequestEvent() {
        begin();
    }

    @Override
    public void accept(RequestRecord record) {
        end();
        if (!shouldCommit()) {
            return;
        }
        method = record.method();
        contextPath = record.context();
        status = record.status();
        protocol = record.protocol();
        exchange = record.number();
        bytesRead = record.bytesRead();
        bytesWritten = record.bytesWritten();
        queueTime = record.queueNanos();
        handlerTime = record.handlerNanos();
        writeTime = record.writeNanos();
        aborted = !record.whole();
        commit();
    }
}
