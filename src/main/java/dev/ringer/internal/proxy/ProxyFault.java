package dev.ringer.internal.proxy;

/** The errors in a PROXY protocol header, after which the server closes the connection without a response. */
public enum ProxyFault {
    NOT_A_TRUSTED_PROXY("Only trusted proxies may connect; add the addresses of your proxies to ringer.trustedProxies"),
    PROXY_HEADER_MISSING("The connection must begin with a PROXY protocol header; enable it in the proxy"),
    PROXY_HEADER_MALFORMED("The PROXY protocol header is malformed"),
    PROXY_HEADER_TOO_LONG("The PROXY protocol header is too long"),
    PROXY_HEADER_CHECKSUM("The checksum of the PROXY protocol header is wrong"),
    PROXY_HEADER_TRUNCATED("The connection ended in the middle of the PROXY protocol header"),
    PROXY_HEADER_TOO_SLOW("The PROXY protocol header did not arrive in time");

    private final String text;

    ProxyFault(String text) {
        this.text = text;
    }

    /** Returns a sentence about the error, without a full stop. It contains nothing that the peer sent. */
    public String text() {
        return text;
    }
}
