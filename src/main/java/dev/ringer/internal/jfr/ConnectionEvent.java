package dev.ringer.internal.jfr;

import dev.ringer.internal.observe.ConnectionRecord;
import java.util.function.Consumer;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** The Flight Recorder event for one connection, from the time when it is accepted until it is closed. */
@Name("dev.ringer.Connection")
@Label("Connection")
@Category("Ringer")
@Description("A connection accepted during a recording, from then until it was closed")
@StackTrace(false)
final class ConnectionEvent extends ClientEvent implements Consumer<ConnectionRecord> {
    @Label("Protocol")
    @Description("Protocol of the last request; missing if there was none")
    String protocol;

    @Label("Requests")
    @Description("Number of requests whose heads the server could parse")
    long requests;

    @Label("Bytes Received")
    @Description("Including heads, frames and TLS")
    @DataAmount
    long bytesReceived;

    @Label("Bytes Sent")
    @Description("Including heads, frames and TLS")
    @DataAmount
    long bytesSent;

    ConnectionEvent() {
        begin();
    }

    @Override
    public void accept(ConnectionRecord record) {
        end();
        if (shouldCommit()) {
            setClient(record.client());
            protocol = record.protocol();
            requests = record.requests();
            bytesReceived = record.received();
            bytesSent = record.sent();
            commit();
        }
    }
}
