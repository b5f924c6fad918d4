package dev.ringer.options;

import dev.ringer.options.Proxies.ForwardedField;
import dev.ringer.options.Proxies.ProxyProtocol;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Reads the properties about trusted proxies. If one has an error, no server is made. If the server ignored one entry of
 * a list instead, the clients of that proxy would all seem to come from the proxy's address, which the application may
 * admit everywhere, or which counts as one client.
 */
final class ProxyProperties {
    static final String TRUSTED = "ringer.trustedProxies";

    /**
     * The fields in which trusted proxies name their clients: {@code forwarded}, {@code none}, or a list of {@code
     * x-forwarded-for}, {@code x-forwarded-proto} and {@code x-forwarded-host}.
     *
     * <p>The default is {@code x-forwarded-for}.
     */
    static final String FIELDS = "ringer.forwardedFields";

    /**
     * Whether connections of trusted proxies begin with a PROXY protocol header: {@code off}, {@code on}, or {@code
     * required}, which also closes all other connections.
     *
     * <p>The default is {@code off}.
     */
    static final String PROTOCOL = "ringer.proxyProtocol";

    private static final Map<String, ProxyProtocol> PROTOCOLS =
            Map.of("off", ProxyProtocol.OFF, "on", ProxyProtocol.ON, "required", ProxyProtocol.REQUIRED);

    private static final Map<String, ForwardedField> NAMES = Map.of(
            "forwarded", ForwardedField.FORWARDED,
            "x-forwarded-for", ForwardedField.X_FORWARDED_FOR,
            "x-forwarded-proto", ForwardedField.X_FORWARDED_PROTO,
            "x-forwarded-host", ForwardedField.X_FORWARDED_HOST);

    private final PropertyNames names;
    private final List<String> refused;

    /**
     * Creates a reader of the properties in the scope of {@code names}: all servers, or one port.
     *
     * @param refused receives the reasons why no server can be made
     */
    ProxyProperties(PropertyNames names, List<String> refused) {
        this.names = names;
        this.refused = refused;
    }

    Proxies proxies() {
        Proxies.Builder proxies = Proxies.builder();
        boolean trusting = trust(proxies);
        if (names.text(FIELDS) != null) {
            setFields(proxies, names.text(FIELDS));
        }
        if (names.text(PROTOCOL) != null) {
            setProtocol(proxies, names.text(PROTOCOL), trusting);
        }
        return proxies.build();
    }

    /** Adds the trusted proxies. Returns false if there are none. */
    private boolean trust(Proxies.Builder proxies) {
        if (names.text(TRUSTED) == null) {
            return false;
        }
        String[] trusted = items(names.text(TRUSTED)).toArray(String[]::new);
        try {
            proxies.trust(trusted);
            return trusted.length > 0;
        } catch (IllegalArgumentException malformed) {
            refused.add(names.applying(TRUSTED) + ": " + malformed.getMessage());
            return false;
        }
    }

    private void setFields(Proxies.Builder proxies, String value) {
        List<String> fields = items(value).toList();
        try {
            proxies.fields(
                    fields.equals(List.of("none"))
                            ? new ForwardedField[0]
                            : fields.stream().map(ProxyProperties::field).toArray(ForwardedField[]::new));
        } catch (IllegalArgumentException malformed) {
            refused.add(names.applying(FIELDS) + ": " + malformed.getMessage());
        }
    }

    private static ForwardedField field(String name) {
        ForwardedField field = NAMES.get(name);
        if (field == null) {
            throw new IllegalArgumentException(
                    "expected none, or any of forwarded, x-forwarded-for, x-forwarded-proto, x-forwarded-host, not "
                            + name);
        }
        return field;
    }

    private void setProtocol(Proxies.Builder proxies, String value, boolean trusting) {
        ProxyProtocol protocol = PROTOCOLS.get(value.strip().toLowerCase(Locale.ROOT));
        if (protocol == null) {
            refused.add(names.applying(PROTOCOL) + ": expected off, on or required, not " + value);
        } else if (protocol != ProxyProtocol.OFF && !trusting) {
            refused.add(names.applying(PROTOCOL) + ": requires a trusted proxy; add your proxy's address to "
                    + names.applying(TRUSTED));
        } else {
            proxies.protocol(protocol);
        }
    }

    private static Stream<String> items(String list) {
        return Stream.of(list.toLowerCase(Locale.ROOT).split(","))
                .map(String::strip)
                .filter(item -> !item.isEmpty());
    }
}
