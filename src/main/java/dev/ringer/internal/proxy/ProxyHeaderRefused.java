package dev.ringer.internal.proxy;

/**
 * Thrown if a connection does not begin as the PROXY protocol demands. The exception has no stack trace, because a peer
 * can cause many exceptions.
 */
final class ProxyHeaderRefused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ProxyFault fault;

    ProxyHeaderRefused(ProxyFault fault) {
        super(fault.text(), null, false, false);
        this.fault = fault;
    }

    static ProxyHeaderRefused malformed() {
        return new ProxyHeaderRefused(ProxyFault.PROXY_HEADER_MALFORMED);
    }

    ProxyFault fault() {
        return fault;
    }
}
