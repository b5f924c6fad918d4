package dev.ringer.internal.server;

/** The names of the attributes that Ringer itself gives to exchanges. They are never shared, even if an exchange shares the others. */
public final class OwnAttributes {
    /** Lists what {@code ringer.compliance=legacy} let pass. */
    public static final String VIOLATIONS = "dev.ringer.violations";

    /** The trailer section of the request, as headers; empty before the end of its body has been read. */
    public static final String REQUEST_TRAILERS = "dev.ringer.requestTrailers";

    /** The trailer section of the response, as headers, to be set; null without one. */
    public static final String RESPONSE_TRAILERS = "dev.ringer.responseTrailers";

    /** {@code https} if the client's own connection is secure, as far as trusted proxies tell, else {@code http}. */
    public static final String SCHEME = "dev.ringer.scheme";

    /** The address of the trusted proxy that has told who the client is; null if nobody has. */
    public static final String PROXY_ADDRESS = "dev.ringer.proxyAddress";

    /** What a header of the PROXY protocol told besides addresses, texts by name; null without one. */
    public static final String PROXY_PROTOCOL = "dev.ringer.proxyProtocol";

    /** The number under which the exchange stands in the access log; null where there is none. */
    public static final String EXCHANGE_NUMBER = "dev.ringer.exchangeNumber";

    private OwnAttributes() {}
}
