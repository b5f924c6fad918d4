package dev.ringer.internal.proxy;

/** The errors in a PROXY protocol header, after which the server closes the connection without a response. */
public enum ProxyFault {
    NOT_A_TRUSTED_PROXY("Only trusted proxies may connect"),
    PROXY_HEADER_MISSING("The connection does not begin with a header of the PROXY protocol"),
    PROXY_HEADER_MALFORMED("The header of the PROXY protocol is malformed"),
    PROXY_HEADER_TOO_LONG("The header of the PROXY protocol is too long"),
    PROXY_HEADER_CHECKSUM("The checksum of the PROXY protocol's header is wrong"),
    PROXY_HEADER_TRUNCATED("The connection ended within the header of the PROXY protocol"),
    PROXY_HEADER_TOO_SLOW("The header of the PROXY protocol did not arrive in time");

    private final String text;

    ProxyFault(String text) {
        this.text = text;
    }

    /** Returns a sentence about the error, without a full stop. It contains nothing that the peer sent. */
    public String text() {
        return text;
    }
}
