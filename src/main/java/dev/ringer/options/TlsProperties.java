package dev.ringer.options;

import dev.ringer.options.TlsOptions.ClientAuth;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the TLS properties. If one of them has an error, no server is made. Otherwise the server might speak to its
 * clients in clear text, or serve clients that its operator wants to exclude.
 */
final class TlsProperties {
    static final String CERTIFICATE = "ringer.tls.certificate";

    /**
     * PEM files with the private keys of the certificates, in the same order, separated by commas.
     *
     * <p>The default is none.
     */
    static final String KEY = "ringer.tls.key";

    /**
     * Where the password of encrypted keys is: {@code file:PATH} or {@code env:NAME}.
     *
     * <p>The default is none.
     */
    static final String KEY_PASSWORD = "ringer.tls.keyPassword";

    /**
     * A PEM file with the authorities that sign the certificates of clients.
     *
     * <p>The default is none.
     */
    static final String CLIENT_CA = "ringer.tls.clientCa";

    /**
     * Whether clients are asked for a certificate ({@code none}, {@code want}) and must have one ({@code need}).
     *
     * <p>The default is {@code need} if there is a {@code ringer.tls.clientCa}, otherwise {@code none}.
     */
    static final String CLIENT_AUTH = "ringer.tls.clientAuth";

    /**
     * The versions of TLS that the server speaks: {@code TLSv1.3}, {@code TLSv1.2} or both, separated by a comma.
     *
     * <p>The default is both.
     */
    static final String PROTOCOLS = "ringer.tls.protocols";

    private static final String OFF = "off";
    private static final String FILE = "file:";
    private static final String ENVIRONMENT = "env:";

    private static final Map<String, ClientAuth> CLIENT_AUTHS =
            Map.of("none", ClientAuth.NONE, "want", ClientAuth.WANT, "need", ClientAuth.NEED);

    /** Thrown if a property cannot be used. The message is a reason in one line. */
    private static final class Refused extends Exception {
        private static final long serialVersionUID = 1;

        Refused(String property, @Nullable String reason) {
            super(property + ": " + reason);
        }
    }

    private final PropertyNames names;
    private final String firstOwn;

    /**
     * Creates a reader of the properties in one scope.
     *
     * @param names the names of the properties in the scope: all servers, or one port
     * @param firstOwn the name of one TLS property that is set in the scope, for error messages
     */
    TlsProperties(PropertyNames names, String firstOwn) {
        this.names = names;
        this.firstOwn = firstOwn;
    }

    /**
     * Returns the options that the properties give.
     *
     * @param refused receives the reason why no server can be made
     * @param certificateElsewhere whether there is a certificate that is set for one port only. If so, the other TLS
     *     properties need no certificate in this scope, because they may be meant for that port
     */
    TlsOptions options(List<String> refused, boolean certificateElsewhere) {
        String own = names.own(CERTIFICATE);
        if (own == null ? certificateElsewhere : isOff(System.getProperty(own))) {
            return TlsOptions.OFF;
        }
        try {
            TlsOptions.Builder options = TlsOptions.builder();
            addCertificates(options);
            setPassword(options);
            setClients(options);
            setProtocols(options);
            return options.build();
        } catch (Refused e) {
            refused.add(e.getMessage());
            return TlsOptions.OFF;
        }
    }

    /** Whether a value of {@link #CERTIFICATE} turns TLS off. */
    static boolean isOff(String certificate) {
        return certificate.strip().equalsIgnoreCase(OFF);
    }

    private void addCertificates(TlsOptions.Builder options) throws Refused {
        List<Path> certificates = paths(CERTIFICATE);
        List<Path> keys = paths(KEY);
        if (certificates.size() != keys.size()) {
            throw new Refused(
                    names.applying(KEY),
                    "expected as many files as in " + names.applying(CERTIFICATE) + " (" + certificates.size()
                            + "), not " + keys.size());
        }
        for (int i = 0; i < keys.size(); i++) {
            options.addCertificate(certificates.get(i), keys.get(i));
        }
    }

    private List<Path> paths(String property) throws Refused {
        String text = names.text(property);
        if (text == null) {
            throw new Refused(firstOwn, "needs " + names.applying(property) + ", which is not set");
        }
        // Another TLS property is set for this port, but the certificate property for all servers turns TLS off.
        if (property.equals(CERTIFICATE) && isOff(text)) {
            throw new Refused(firstOwn, "needs " + CERTIFICATE + ", which is off");
        }
        if (text.contains("-----BEGIN ")) { // never repeat this value: it may be a private key
            throw new Refused(names.applying(property), "expected the path of a PEM file, not its content");
        }
        List<String> files = Stream.of(text.split(",", -1)).map(String::strip).toList();
        if (files.contains("")) {
            throw new Refused(names.applying(property), "contains an empty file name");
        }
        List<Path> paths = new ArrayList<>();
        for (String file : files) {
            paths.add(path(property, file));
        }
        return paths;
    }

    private Path path(String property, String text) throws Refused {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new Refused(names.applying(property), "invalid path: " + e.getReason()); // not its text, either
        }
    }

    private void setPassword(TlsOptions.Builder options) throws Refused {
        String text = names.text(KEY_PASSWORD);
        if (text == null) {
            return;
        }
        String source = text.strip();
        if (source.startsWith(FILE) && source.length() > FILE.length()) {
            options.keyPasswordFile(path(KEY_PASSWORD, source.substring(FILE.length())));
        } else if (source.startsWith(ENVIRONMENT) && source.length() > ENVIRONMENT.length()) {
            options.keyPasswordVariable(source.substring(ENVIRONMENT.length()));
        } else if (!source.isEmpty()) { // never repeat this value: it may be the password itself
            throw new Refused(
                    names.applying(KEY_PASSWORD), "expected file:PATH or env:NAME, never the password itself");
        }
    }

    private void setProtocols(TlsOptions.Builder options) throws Refused {
        String text = names.text(PROTOCOLS);
        if (text == null) {
            return;
        }
        try {
            options.protocols(text.strip().split("\\s*,\\s*", -1));
        } catch (IllegalArgumentException e) {
            throw new Refused(names.applying(PROTOCOLS), e.getMessage());
        }
    }

    private void setClients(TlsOptions.Builder options) throws Refused {
        boolean trusting = names.text(CLIENT_CA) != null;
        if (trusting) {
            List<Path> files = paths(CLIENT_CA);
            if (files.size() > 1) {
                throw new Refused(
                        names.applying(CLIENT_CA), "expected one file, which may contain several certificates");
            }
            options.clientCa(files.get(0));
        }
        String word = names.text(CLIENT_AUTH);
        if (word == null) {
            return;
        }
        ClientAuth clientAuth = CLIENT_AUTHS.get(word.strip().toLowerCase(Locale.ROOT));
        if (clientAuth == null) {
            throw new Refused(names.applying(CLIENT_AUTH), "expected none, want or need, not " + word);
        }
        if (clientAuth != ClientAuth.NONE && !trusting) {
            throw new Refused(names.applying(CLIENT_AUTH), "needs " + names.applying(CLIENT_CA) + ", which is not set");
        }
        options.clientAuth(clientAuth);
    }
}
