package dev.ringer.internal.server;

/** The names of the attributes that Ringer itself gives to exchanges: of each exchange alone, wherever the others are stored. */
public final class OwnAttributes {
    /** Lists what {@code ringer.compliance=legacy} let pass. */
    public static final String VIOLATIONS = "dev.ringer.violations";

    /** The trailer section of the request, as headers; empty before the end of its body has been read. */
    public static final String REQUEST_TRAILERS = "dev.ringer.requestTrailers";

    /** The trailer section of the response, as headers, to be set; null without one. */
    public static final String RESPONSE_TRAILERS = "dev.ringer.responseTrailers";

    /** The number under which the exchange stands in the access log; null where there is none. */
    public static final String EXCHANGE_NUMBER = "dev.ringer.exchangeNumber";

    private OwnAttributes() {}
}
