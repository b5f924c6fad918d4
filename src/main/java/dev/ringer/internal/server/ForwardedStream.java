package dev.ringer.internal.server;

import dev.ringer.internal.protocol.HttpStream;
import dev.ringer.internal.protocol.RequestHead;
import dev.ringer.internal.proxy.Forwarded;
import dev.ringer.internal.proxy.ForwardedHead;
import dev.ringer.internal.proxy.Forwarding;
import java.net.InetSocketAddress;

/**
 * The stream of a request that a trusted proxy has forwarded. It shows the client in place of the proxy, and the Host
 * that the client asked for.
 */
final class ForwardedStream extends ForwardingStream {
    private final Forwarded told;
    private final RequestHead request;

    private ForwardedStream(HttpStream stream, Forwarded told) {
        super(stream);
        this.told = told;
        this.request = told.host() == null ? stream.request() : new ForwardedHead(stream.request(), told.host());
    }

    /** Returns a stream as its handler sees it. */
    static HttpStream of(HttpStream stream, Forwarding forwarding) {
        Forwarded told = forwarding.of(stream.transport(), stream.request());
        return told == null ? stream : new ForwardedStream(stream, told);
    }

    @Override
    public RequestHead request() {
        return request;
    }

    @Override
    public InetSocketAddress remoteAddress() {
        return told.client();
    }

    @Override
    public InetSocketAddress proxyAddress() {
        boolean named = !told.client().equals(super.remoteAddress());
        return named && super.proxyAddress() == null ? super.remoteAddress() : super.proxyAddress();
    }

    @Override
    public boolean secure() {
        return told.secure() != null ? told.secure() : super.secure();
    }
}
