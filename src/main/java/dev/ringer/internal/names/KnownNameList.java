package dev.ringer.internal.names;

/**
 * The names that {@link KnownNames} knows, in normal form: first letter upper case, all others lower case.
 *
 * <p>The first twelve stand in the order of the constants of {@link KnownNames}; behind them a name may be added or
 * taken away freely.
 */
final class KnownNameList {
    private static final String FRAMING_AND_CONNECTION = """
            Host Connection Content-length Transfer-encoding Expect Upgrade Date Content-type Keep-alive
            Te Trailer Server
            Max-forwards Proxy-connection Upgrade-insecure-requests Via Warning""";

    private static final String CONTENT_NEGOTIATION = """
            Accept Accept-charset Accept-encoding Accept-language Accept-patch Accept-post Accept-ranges
            Content-disposition Content-encoding Content-language Content-location Content-range
            Allow Location Prefer Range Retry-after Vary""";

    private static final String CONDITIONS_AND_CACHES = """
            Age Cache-control Etag Expires If-match If-modified-since If-none-match If-range If-unmodified-since
            Last-modified Pragma""";

    private static final String CREDENTIALS_AND_COOKIES = """
            Authorization Cookie Proxy-authorization Set-cookie Www-authenticate""";

    private static final String BROWSERS = """
            Access-control-allow-credentials Access-control-allow-headers Access-control-allow-methods
            Access-control-allow-origin Access-control-expose-headers Access-control-max-age
            Access-control-request-headers Access-control-request-method
            Alt-svc Content-security-policy Cross-origin-opener-policy Cross-origin-resource-policy Dnt From
            Last-event-id Link Origin Permissions-policy Priority Referer Referrer-policy Save-data
            Sec-ch-ua Sec-ch-ua-mobile Sec-ch-ua-platform Sec-ch-ua-platform-version
            Sec-fetch-dest Sec-fetch-mode Sec-fetch-site Sec-fetch-user Sec-gpc
            Sec-websocket-accept Sec-websocket-extensions Sec-websocket-key Sec-websocket-protocol
            Sec-websocket-version Server-timing Strict-transport-security User-agent
            X-content-type-options X-frame-options X-requested-with X-xss-protection""";

    private static final String PROXIES_AND_APIS = """
            Forwarded Idempotency-key Traceparent Tracestate X-amzn-trace-id X-api-key X-correlation-id
            X-forwarded-for X-forwarded-host X-forwarded-port X-forwarded-prefix X-forwarded-proto
            X-http-method-override X-powered-by X-real-ip X-request-id""";

    private KnownNameList() {}

    static String[] names() {
        return String.join(
                        "\n",
                        FRAMING_AND_CONNECTION,
                        CONTENT_NEGOTIATION,
                        CONDITIONS_AND_CACHES,
                        CREDENTIALS_AND_COOKIES,
                        BROWSERS,
                        PROXIES_AND_APIS)
                .split("\\s+");
    }
}
