package dev.ringer.internal.names;

/**
 * The list of names for {@link KnownNames}, in their usual spelling.
 *
 * <p>The first nine names must have the same order as the constants of {@link KnownNames}. After these, names may be
 * added and removed freely.
 */
final class KnownNameList {
    /** The names, grouped: framing, content, caches, credentials, browsers, proxies and APIs. */
    private static final String NAMES = """
            Host Connection Content-Length Transfer-Encoding Expect Upgrade Date Keep-Alive
            TE Content-Type Trailer Server
            Max-Forwards Proxy-Connection Upgrade-Insecure-Requests Via Warning
            Accept Accept-Charset Accept-Encoding Accept-Language Accept-Patch Accept-Post Accept-Ranges
            Content-Disposition Content-Encoding Content-Language Content-Location Content-Range
            Allow Location Prefer Range Retry-After Vary
            Age Cache-Control ETag Expires If-Match If-Modified-Since If-None-Match If-Range If-Unmodified-Since
            Last-Modified Pragma
            Authorization Cookie Proxy-Authenticate Proxy-Authorization Set-Cookie WWW-Authenticate
            Access-Control-Allow-Credentials Access-Control-Allow-Headers Access-Control-Allow-Methods
            Access-Control-Allow-Origin Access-Control-Expose-Headers Access-Control-Max-Age
            Access-Control-Request-Headers Access-Control-Request-Method
            Alt-Svc Content-Security-Policy Cross-Origin-Opener-Policy Cross-Origin-Resource-Policy DNT From
            Last-Event-ID Link Origin Permissions-Policy Priority Referer Referrer-Policy Refresh Save-Data
            Sec-CH-UA Sec-CH-UA-Mobile Sec-CH-UA-Platform Sec-CH-UA-Platform-Version
            Sec-Fetch-Dest Sec-Fetch-Mode Sec-Fetch-Site Sec-Fetch-User Sec-GPC
            Sec-WebSocket-Accept Sec-WebSocket-Extensions Sec-WebSocket-Key Sec-WebSocket-Protocol
            Sec-WebSocket-Version Server-Timing Strict-Transport-Security User-Agent
            X-Content-Type-Options X-Frame-Options X-Requested-With X-XSS-Protection
            Forwarded Idempotency-Key traceparent tracestate X-Amzn-Trace-Id X-API-Key X-Correlation-ID
            X-Forwarded-For X-Forwarded-Host X-Forwarded-Port X-Forwarded-Prefix X-Forwarded-Proto
            X-HTTP-Method-Override X-Powered-By X-Real-IP X-Request-ID""";

    private KnownNameList() {}

    static String[] names() {
        return NAMES.replace('\n', ' ').split(" ");
    }
}
