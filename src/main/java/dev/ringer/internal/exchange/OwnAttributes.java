package dev.ringer.internal.exchange;

/**
 * The names of the attributes that Ringer itself gives to exchanges. They are never shared, even if exchanges share the
 * other ones.
 */
public final class OwnAttributes {
    /** The list of what {@code ringer.compliance=legacy} has tolerated. */
    public static final String VIOLATIONS = "dev.ringer.violations";

    /** The trailer section of the request, as headers; empty before the end of its body has been read. */
    public static final String REQUEST_TRAILERS = "dev.ringer.requestTrailers";

    /** The trailer section of the response, as headers, which the application sets; null if there is none. */
    public static final String RESPONSE_TRAILERS = "dev.ringer.responseTrailers";

    /** {@code https} if the client's own connection is secure, as far as trusted proxies tell, else {@code http}. */
    public static final String SCHEME = "dev.ringer.scheme";

    /** The address of the trusted proxy that has named the client; null if no proxy has. */
    public static final String PROXY_ADDRESS = "dev.ringer.proxyAddress";

    /**
     * The texts, by name, that a header of the PROXY protocol carried besides addresses; null without such a header.
     */
    public static final String PROXY_PROTOCOL = "dev.ringer.proxyProtocol";

    /** The number of the exchange in the access log; null if there is none. */
    public static final String EXCHANGE_NUMBER = "dev.ringer.exchangeNumber";

    private OwnAttributes() {}
}
