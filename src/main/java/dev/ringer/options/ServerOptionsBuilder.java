package dev.ringer.options;

import dev.ringer.options.ServerOptions.AttributeScope;
import dev.ringer.options.ServerOptions.BareLf;
import dev.ringer.options.ServerOptions.Compliance;
import dev.ringer.options.ServerOptions.Compression;
import dev.ringer.options.ServerOptions.ErrorResponse;
import dev.ringer.options.ServerOptions.Handlers;
import dev.ringer.options.ServerOptions.Http2;
import dev.ringer.options.ServerOptions.PathMatching;

/**
 * Builds {@link ServerOptions}. Each method checks a value, sets the component of its name, and returns this builder. A
 * component that is not set keeps its default. A null value causes a {@link NullPointerException}. Not thread-safe.
 *
 * @since 0.1.0
 */
public final class ServerOptionsBuilder extends LimitSetters {
    /** Creates a builder that starts from checked values, and takes them over. */
    ServerOptionsBuilder(Object[] values) {
        super(values);
    }

    /**
     * Sets {@link ServerOptions#handlers()}.
     *
     * @param value the choice
     * @return this builder
     */
    public ServerOptionsBuilder handlers(Handlers value) {
        return set(Settings.HANDLERS, value);
    }

    /**
     * Sets {@link ServerOptions#pathMatching()}.
     *
     * @param value the choice
     * @return this builder
     */
    public ServerOptionsBuilder pathMatching(PathMatching value) {
        return set(Settings.PATH_MATCHING, value);
    }

    /**
     * Sets {@link ServerOptions#attributeScope()}.
     *
     * @param value the choice
     * @return this builder
     */
    public ServerOptionsBuilder attributeScope(AttributeScope value) {
        return set(Settings.ATTRIBUTE_SCOPE, value);
    }

    /**
     * Sets {@link ServerOptions#errorResponse()}.
     *
     * @param value the choice
     * @return this builder
     */
    public ServerOptionsBuilder errorResponse(ErrorResponse value) {
        return set(Settings.ERROR_RESPONSE, value);
    }

    /**
     * Sets {@link ServerOptions#compression()}.
     *
     * @param value the choice
     * @return this builder
     */
    public ServerOptionsBuilder compression(Compression value) {
        return set(Settings.COMPRESSION, value);
    }

    /**
     * Sets {@link ServerOptions#headersMap()}.
     *
     * @param value {@code compact}, {@code linked} or the name of a class
     * @return this builder
     * @throws IllegalArgumentException if there is no such class, or it cannot be used; the message says why
     */
    public ServerOptionsBuilder headersMap(String value) {
        return set(Settings.HEADERS_MAP, value);
    }

    /**
     * Sets {@link ServerOptions#compliance()}.
     *
     * @param value the choice
     * @return this builder
     */
    public ServerOptionsBuilder compliance(Compliance value) {
        return set(Settings.COMPLIANCE, value);
    }

    /**
     * Sets {@link ServerOptions#bareLf()}.
     *
     * @param value the choice
     * @return this builder
     */
    public ServerOptionsBuilder bareLf(BareLf value) {
        return set(Settings.BARE_LF, value);
    }

    /**
     * Sets {@link ServerOptions#hostValidation()}.
     *
     * @param value true to check it
     * @return this builder
     */
    public ServerOptionsBuilder hostValidation(boolean value) {
        return set(Settings.HOST_VALIDATION, value);
    }

    /**
     * Sets {@link ServerOptions#http2()}.
     *
     * @param value the choice
     * @return this builder
     */
    public ServerOptionsBuilder http2(Http2 value) {
        return set(Settings.HTTP2, value);
    }

    /**
     * Sets {@link ServerOptions#loops()}.
     *
     * @param value the number, 0 to choose it from the number of cores
     * @return this builder
     * @throws IllegalArgumentException if it is not within 0 and 1024
     */
    public ServerOptionsBuilder loops(int value) {
        return set(Settings.LOOPS, (long) value);
    }

    /**
     * Sets {@link ServerOptions#reusePort()}.
     *
     * @param value true for a socket per loop
     * @return this builder
     */
    public ServerOptionsBuilder reusePort(boolean value) {
        return set(Settings.REUSE_PORT, value);
    }

    /**
     * Sets {@link ServerOptions#noDelay()}.
     *
     * @param value true to send small packets at once
     * @return this builder
     */
    public ServerOptionsBuilder noDelay(boolean value) {
        return set(Settings.NO_DELAY, value);
    }

    /**
     * Sets {@link ServerOptions#listen()}.
     *
     * @param value where to listen
     * @return this builder
     */
    public ServerOptionsBuilder listen(Listen value) {
        return set(Settings.LISTEN, value);
    }

    /**
     * Sets {@link ServerOptions#proxies()}.
     *
     * @param value the proxies
     * @return this builder
     */
    public ServerOptionsBuilder proxies(Proxies value) {
        return set(Settings.PROXIES, value);
    }

    /**
     * Sets {@link ServerOptions#accessLog()}.
     *
     * @param value such as {@code AccessLogOptions.of("combined:access.log")}
     * @return this builder
     */
    public ServerOptionsBuilder accessLog(AccessLogOptions value) {
        return set(Settings.ACCESS_LOG, value);
    }

    /**
     * Sets {@link ServerOptions#jmx()}.
     *
     * @param value true for an MXBean
     * @return this builder
     */
    public ServerOptionsBuilder jmx(boolean value) {
        return set(Settings.JMX, value);
    }

    /**
     * Sets {@link ServerOptions#banner()}.
     *
     * @param value true to log it
     * @return this builder
     */
    public ServerOptionsBuilder banner(boolean value) {
        return set(Settings.BANNER, value);
    }

    /**
     * Builds the options. The builder may be used further.
     *
     * @return options with the values that were set
     */
    public ServerOptions build() {
        return new ServerOptions(values());
    }
}
