package dev.ringer.internal.proxy;

import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.observe.ServerCounts;
import dev.ringer.internal.observe.ServerLog;
import dev.ringer.internal.protocol.Protocol;
import dev.ringer.internal.protocol.Relay;
import dev.ringer.internal.protocol.Transport;
import dev.ringer.internal.protocol.TrustedPeers;
import dev.ringer.internal.protocol.UnservedConnection;
import dev.ringer.options.Proxies;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Handles the PROXY protocol, version 1 and 2, on one event loop. A connection of a trusted proxy begins with a header
 * that names the client. After the header, the next protocol, TLS or HTTP, takes over the connection. If the header is
 * invalid or late, the connection is closed. Only the loop uses this object.
 */
public final class ProxyProtocolStage implements Protocol {
    private static final int LOOP_BUFFER = 2 * BinaryHeader.MAX_LENGTH;

    private final Protocol next;
    private final TrustedPeers trusted;
    private final boolean required;
    private final long nanos;
    private final ServerCounts counts;
    private final byte[] buffer = new byte[LOOP_BUFFER]; // contains no data between two events

    /** Creates the object for one loop. A header may take {@code nanos} nanoseconds to arrive. */
    public ProxyProtocolStage(Protocol next, Proxies proxies, long nanos, ServerCounts counts) {
        this.next = next;
        this.trusted = new TrustedPeers(proxies);
        this.required = proxies.protocol() == Proxies.ProxyProtocol.REQUIRED;
        this.nanos = nanos;
        this.counts = counts;
        counts.add(ProxyFault.values());
    }

    @Override
    public void open(Transport transport, ByteBuffer received) {
        if (trusted.include(transport.remoteAddress())) {
            Awaited awaited = new Awaited(transport);
            transport.serveBy(awaited);
            transport.loop().schedule(awaited, nanos);
        } else if (required) {
            counts.count(ProxyFault.NOT_A_TRUSTED_PROXY, transport.remoteAddress());
            transport.close();
        } else {
            next.open(transport, received);
        }
    }

    /** A connection that waits for the rest of its header. */
    private final class Awaited extends UnservedConnection {
        private static final byte[] NOTHING = {};

        private byte[] begun = NOTHING; // the bytes of the header that have arrived
        private boolean complete;

        Awaited(Transport transport) {
            super(transport);
        }

        @Override
        public void onReadable() {
            System.arraycopy(begun, 0, buffer, 0, begun.length);
            try {
                int count = transport().read(buffer, begun.length, buffer.length - begun.length);
                if (count > 0) {
                    take(begun.length + count);
                } else if (count < 0) {
                    onEnd();
                }
            } catch (IOException e) {
                transport().close();
            } catch (ProxyHeaderRefused refused) {
                refuse(refused.fault());
            }
        }

        private void take(int end) {
            ProxyHeader header = ProxyHeaderReader.read(buffer, end);
            if (header == null) {
                begun = Arrays.copyOf(buffer, end);
                return;
            }
            complete = true;
            transport().loop().schedule(this, Long.MAX_VALUE);
            boolean secure = Boolean.parseBoolean(header.notes().get(ProxyNotes.TLS));
            InetSocketAddress proxy = transport().remoteAddress();
            transport().relayBy(new Relay(proxy, header.source(), header.destination(), secure, header.notes()));
            next.open(transport(), ByteBuffer.wrap(buffer, header.length(), end - header.length()));
        }

        /** Handles the end of the input. An end without any bytes is no error: the proxy tested the connection. */
        private void onEnd() {
            if (begun.length == 0) {
                transport().closeInOrder();
            } else {
                refuse(ProxyFault.PROXY_HEADER_TRUNCATED);
            }
        }

        private void refuse(ProxyFault fault) {
            counts.count(fault, transport().remoteAddress());
            ServerLog.debug(fault.text(), transport().remoteAddress());
            transport().close();
        }

        @Override
        protected void onDeadline() {
            onReadable(); // the loop may have been busy since it last looked at the socket
            if (complete || transport().closed()) {
                return;
            }
            if (begun.length == 0) {
                counts.count(Limit.IDLE_INTERVAL, transport().remoteAddress());
                transport().closeInOrder();
            } else {
                refuse(ProxyFault.PROXY_HEADER_TOO_SLOW);
            }
        }
    }
}
