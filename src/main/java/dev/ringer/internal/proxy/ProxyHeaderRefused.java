package dev.ringer.internal.proxy;

/** Thrown if a PROXY protocol header is missing or invalid. It has no stack trace, so that a refusal costs little. */
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
