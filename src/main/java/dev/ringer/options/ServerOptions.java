package dev.ringer.options;

import java.util.Arrays;
import java.util.StringJoiner;

/**
 * The values of all {@link Settings} for one server. Options are immutable, and contain only valid values.
 *
 * <pre>{@code
 * ServerOptions options = ServerOptions.builder()
 *         .set(Settings.HEAD_TIMEOUT, Duration.ofSeconds(10))
 *         .set(Settings.MAX_BODY_SIZE, 1 << 20)
 *         .build();
 * HttpServer server = Ringer.create(new InetSocketAddress(8080), options);
 * }</pre>
 *
 * <p>A server that an application creates through the JDK's factories calls {@link #fromSystemProperties()} when it is
 * created, and {@link #withSystemPropertiesOf} when it is bound. A server that {@code Ringer.create} creates uses the
 * given options and ignores the system properties. To set some values in code and leave the others to properties, start
 * from {@code ServerOptions.fromSystemProperties().withSystemPropertiesOf(port).toBuilder()}.
 *
 * @since 0.1.0
 */
public final class ServerOptions {
    // the value of each setting, at the index of the setting; all values are checked and never change
    private final Object[] values;

    /** Creates options from values that were checked. The caller must not use the array any more. */
    ServerOptions(Object[] values) {
        this.values = values;
    }

    /**
     * Reads the system properties. A setting whose property is not set has its default.
     *
     * <p>This method throws an exception if it cannot read a property that limits something: a number, a size or a time
     * of Ringer (except those of the access log), {@code ringer.bareLf}, {@code ringer.http2}, {@code ringer.listen}, a
     * property about proxies or about TLS. With its default, the server could be open to clients that its operator
     * wants to cut off. Of other properties that cannot be read, including the JDK's own, and of unknown names that
     * begin with {@code ringer.}, the logger {@code dev.ringer} warns once in the life of the JVM.
     *
     * @return the options that the properties have now
     * @throws IllegalArgumentException if a property that limits something cannot be read, or if an unknown name is
     *     probably a mistyped TLS property
     */
    public static ServerOptions fromSystemProperties() {
        return new ServerOptions(SystemProperties.ofAll().valuesWithWarnings());
    }

    /**
     * Reads the system properties for one port, such as {@code ringer.port.8443.headTimeout}. A property that is set
     * replaces the value that these options have. This method reports errors as {@link #fromSystemProperties()} does.
     *
     * @param port the port that a server asks for; 0 for any free port
     * @return the options that apply to a server on this port
     * @throws IllegalArgumentException if a property for the port limits something and cannot be read, or if the port
     *     is not within 0 and 65535
     */
    public ServerOptions withSystemPropertiesOf(int port) {
        return SystemProperties.areSetFor(port)
                ? new ServerOptions(SystemProperties.ofPort(port, values).valuesWithWarnings())
                : this;
    }

    /**
     * Makes a builder that starts from the defaults. It reads no system properties.
     *
     * @return a new builder
     */
    public static Builder builder() {
        return new Builder(Settings.standards());
    }

    /**
     * Makes a builder that starts from the values of these options.
     *
     * @return a new builder; without a call of {@code set}, it builds equal options
     */
    public Builder toBuilder() {
        return new Builder(values.clone());
    }

    /**
     * Returns the value of a setting.
     *
     * @param setting a constant of {@link Settings}
     * @param <T> the type of the value
     * @return the value that was set, or the default
     */
    public <T> T get(Setting<T> setting) {
        return setting.of(values);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ServerOptions options && Arrays.equals(values, options.values);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(values);
    }

    /**
     * {@return the settings that differ from their defaults, such as
     * {@code ServerOptions[headTimeout=PT10S, maxBodySize=1048576]}}
     */
    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(", ", "ServerOptions[", "]");
        for (Setting<?> setting : Settings.all()) {
            Object value = get(setting);
            if (!value.equals(setting.defaultValue())) {
                text.add(setting.name() + '=' + value);
            }
        }
        return text.toString();
    }

    /**
     * Builds {@link ServerOptions}. A setting that is not set keeps the value with which the builder started. Not safe
     * for use by several threads at once.
     *
     * @since 0.1.0
     */
    public static final class Builder {
        // the value of each setting, at the index of the setting; all values are checked
        private final Object[] values;

        private Builder(Object[] values) {
            this.values = values;
        }

        /**
         * Sets the value of a setting.
         *
         * @param setting a constant of {@link Settings}
         * @param value the value
         * @param <T> the type of the value
         * @return this builder
         * @throws IllegalArgumentException if the setting cannot have the value; the message says why
         * @throws NullPointerException if the value is null
         */
        public <T> Builder set(Setting<T> setting, T value) {
            values[setting.index()] = setting.checked(value);
            return this;
        }

        /**
         * Sets the value of a setting that is a number.
         *
         * @param setting a constant of {@link Settings}
         * @param value the number
         * @return this builder
         * @throws IllegalArgumentException if the setting cannot have the value; the message says why
         */
        public Builder set(Setting<Long> setting, long value) {
            return set(setting, (Long) value);
        }

        /**
         * Builds the options. The builder may be used again.
         *
         * @return options with the values that were set
         */
        public ServerOptions build() {
            return new ServerOptions(values.clone());
        }
    }
}
