package dev.ringer.internal.proxy;

/** A connection does not begin as the PROXY protocol demands. Without a stack trace, as those who cause it are others. */
final class ProxyHeaderRefused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ProxyFault fault;

    ProxyHeaderRefused(ProxyFault fault) {
        super(fault.text(), null, false, false);
        this.fault = fault;
    }

    /** A header that breaks the grammar. */
    static ProxyHeaderRefused malformed() {
        return new ProxyHeaderRefused(ProxyFault.PROXY_HEADER_MALFORMED);
    }

    ProxyFault fault() {
        return fault;
    }
}
