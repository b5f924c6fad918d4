package dev.ringer.internal.jfr;

import java.net.InetSocketAddress;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;

/** The fields of all events about a client. The Flight Recorder also records inherited fields. */
abstract class ClientEvent extends Event {
    @Label("Remote Address")
    @Description("The client's address; missing if the event is not about a single client")
    String remoteAddress;

    @Label("Remote Port")
    int remotePort;

    /** Stores the address in numeric form, without a DNS lookup. Does nothing if {@code client} is null. */
    final void setClient(InetSocketAddress client) {
        if (client != null) {
            remoteAddress = client.getAddress().getHostAddress();
            remotePort = client.getPort();
        }
    }
}
