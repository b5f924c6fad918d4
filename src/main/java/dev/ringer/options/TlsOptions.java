package dev.ringer.options;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Certificates and keys with which an {@code HttpServer} speaks TLS, even if its application knows nothing of TLS. All
 * files are PEM files. Handlers then get an {@code HttpsExchange}, although the server is no {@code HttpsServer}. By
 * default there is no TLS. Immutable.
 *
 * <pre>{@code
 * TlsOptions.builder()
 *         .addCertificate(Path.of("tls.crt"), Path.of("tls.key"))
 *         .clientCa(Path.of("clients.crt"))
 *         .build()
 * }</pre>
 *
 * <p>This is the way to TLS if nothing needs a context or a configurator of your own. A program that sets an
 * {@code HttpsConfigurator} on an {@code HttpsServer} makes its context with {@code dev.ringer.tls.PemContext} instead.
 *
 * <p>The server reads the files when it is bound. {@code PemContext} describes what the files may
 * contain, and how the server notices changes.
 *
 * @since 0.1.0
 */
public final class TlsOptions {
    /** The options of a server without TLS. */
    public static final TlsOptions OFF = new TlsOptions(List.of(), null, null, null, ClientAuth.NONE, List.of());

    /** The versions that a server may speak. Older ones are disabled in every JDK, because they are not safe. */
    private static final Set<String> KNOWN_PROTOCOLS = Set.of("TLSv1.2", "TLSv1.3");

    /** Whether the server asks clients for a certificate. */
    public enum ClientAuth {
        /** The server asks no client for a certificate. */
        NONE,
        /**
         * The server asks for a certificate, but also serves clients that have none. It refuses a client whose
         * certificate is not signed by a trusted authority.
         */
        WANT,
        /** The server serves only clients whose certificate the trusted authorities have signed. */
        NEED
    }

    /**
     * The files of one certificate.
     *
     * @param certificate the file with the server's certificate and those of its issuers, in any order
     * @param key the file with the private key
     */
    public record CertificateFiles(Path certificate, Path key) {
        /** Checks that neither file is null. */
        public CertificateFiles {
            Objects.requireNonNull(certificate, "certificate");
            Objects.requireNonNull(key, "key");
        }
    }

    private final List<CertificateFiles> certificates;
    private final @Nullable Path keyPasswordFile; // null if there is none
    private final @Nullable String keyPasswordVariable; // null if there is none
    private final @Nullable Path clientCa; // null if no authorities are set
    private final ClientAuth clientAuth;
    private final List<String> protocols; // empty for those of the JDK

    private TlsOptions(
            List<CertificateFiles> certificates,
            @Nullable Path keyPasswordFile,
            @Nullable String keyPasswordVariable,
            @Nullable Path clientCa,
            ClientAuth clientAuth,
            List<String> protocols) {
        this.certificates = certificates;
        this.keyPasswordFile = keyPasswordFile;
        this.keyPasswordVariable = keyPasswordVariable;
        this.clientCa = clientCa;
        this.clientAuth = clientAuth;
        this.protocols = protocols;
    }

    /**
     * Creates options with one certificate, and defaults for everything else.
     *
     * @param certificate the file with the server's certificate and those of its issuers, in any order
     * @param key the file with the private key
     * @return the options
     */
    public static TlsOptions of(Path certificate, Path key) {
        return builder().addCertificate(certificate, key).build();
    }

    /** {@return a builder without a certificate} */
    public static Builder builder() {
        return new Builder();
    }

    /** {@return a builder that begins with these options} */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.certificates.addAll(certificates);
        builder.keyPasswordFile = keyPasswordFile;
        builder.keyPasswordVariable = keyPasswordVariable;
        builder.clientCa = clientCa;
        builder.clientAuth = clientAuth;
        builder.protocols = protocols;
        return builder;
    }

    /** {@return whether there is a certificate, so that the server speaks TLS} */
    public boolean enabled() {
        return !certificates.isEmpty();
    }

    /** {@return the files of all certificates, the default certificate first; empty by default, which means no TLS} */
    public List<CertificateFiles> certificates() {
        return certificates;
    }

    /** {@return the file whose first line is the password of encrypted keys; null, the default, if there is none} */
    public @Nullable Path keyPasswordFile() {
        return keyPasswordFile;
    }

    /** {@return the environment variable with the password of encrypted keys; null, the default, if there is none} */
    public @Nullable String keyPasswordVariable() {
        return keyPasswordVariable;
    }

    /**
     * {@return the file with the certificates of the authorities that sign client certificates; null, the default, if
     * there is none}
     */
    public @Nullable Path clientCa() {
        return clientCa;
    }

    /** {@return whether the server asks clients for a certificate; {@link ClientAuth#NONE} by default} */
    public ClientAuth clientAuth() {
        return clientAuth;
    }

    /** {@return the versions of TLS that the server speaks; empty, the default, for those that the JDK enables} */
    public List<String> protocols() {
        return protocols;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TlsOptions options
                && certificates.equals(options.certificates)
                && Objects.equals(keyPasswordFile, options.keyPasswordFile)
                && Objects.equals(keyPasswordVariable, options.keyPasswordVariable)
                && Objects.equals(clientCa, options.clientCa)
                && clientAuth == options.clientAuth
                && protocols.equals(options.protocols);
    }

    @Override
    public int hashCode() {
        return Objects.hash(certificates, keyPasswordFile, keyPasswordVariable, clientCa, clientAuth, protocols);
    }

    /**
     * {@return a text with all values except the password's source, such as
     * {@code TlsOptions[certificates=[], clientCa=null, clientAuth=NONE, protocols=[]]}}
     */
    @Override
    public String toString() {
        return "TlsOptions[certificates=" + certificates + ", clientCa=" + clientCa + ", clientAuth=" + clientAuth
                + ", protocols=" + protocols + ']';
    }

    /**
     * Builds {@link TlsOptions}. Not safe for use by several threads at once.
     *
     * @since 0.1.0
     */
    public static final class Builder {
        private final List<CertificateFiles> certificates = new ArrayList<>();
        private @Nullable Path keyPasswordFile;
        private @Nullable String keyPasswordVariable;
        private @Nullable Path clientCa;
        private @Nullable ClientAuth clientAuth; // null until the caller sets it
        private List<String> protocols = List.of();

        private Builder() {}

        /**
         * Adds a certificate. Clients that ask for one of its host names (SNI) get this certificate, and all other
         * clients get the first one.
         *
         * @param certificate the file with the server's certificate and those of its issuers, in any order
         * @param key the file with the private key
         * @return this
         */
        public Builder addCertificate(Path certificate, Path key) {
            certificates.add(new CertificateFiles(certificate, key));
            return this;
        }

        /**
         * Sets the file that has the password of the encrypted keys in its first line. All encrypted keys must have the
         * same password. Replaces {@link #keyPasswordVariable}.
         *
         * @param file the file with the password
         * @return this
         */
        public Builder keyPasswordFile(Path file) {
            keyPasswordFile = Objects.requireNonNull(file, "file");
            keyPasswordVariable = null;
            return this;
        }

        /**
         * Sets the environment variable that has the password of the encrypted keys. All encrypted keys must have the
         * same password. Replaces {@link #keyPasswordFile}.
         *
         * @param name the name of the variable
         * @return this
         */
        public Builder keyPasswordVariable(String name) {
            keyPasswordVariable = Objects.requireNonNull(name, "name");
            keyPasswordFile = null;
            return this;
        }

        /**
         * Sets the authorities that sign the certificates of clients. Clients then {@linkplain ClientAuth#NEED need} a
         * certificate, unless {@link #clientAuth} says otherwise.
         *
         * @param file the file with the certificates of the authorities
         * @return this
         */
        public Builder clientCa(Path file) {
            clientCa = Objects.requireNonNull(file, "file");
            return this;
        }

        /**
         * Sets whether the server asks clients for a certificate, and whether it requires one.
         *
         * @param value the default is {@link ClientAuth#NEED} with {@link #clientCa}, otherwise {@link ClientAuth#NONE}
         * @return this
         */
        public Builder clientAuth(ClientAuth value) {
            clientAuth = Objects.requireNonNull(value, "value");
            return this;
        }

        /**
         * Sets the versions of TLS that the server speaks, such as only {@code TLSv1.3}.
         *
         * @param versions {@code TLSv1.2}, {@code TLSv1.3} or both; none, the default, for those that the JDK enables
         * @return this
         * @throws IllegalArgumentException if a version is neither of the two
         */
        public Builder protocols(String... versions) {
            for (String version : versions) {
                if (!KNOWN_PROTOCOLS.contains(version)) {
                    throw new IllegalArgumentException("expected TLSv1.2, TLSv1.3 or both, not \"" + version + '"');
                }
            }
            protocols = List.of(versions);
            return this;
        }

        /**
         * {@return options with the values of this builder}
         *
         * @throws IllegalArgumentException if the server would ask for a certificate although no authorities are set
         */
        public TlsOptions build() {
            ClientAuth asked = clientAuth != null ? clientAuth : clientCa == null ? ClientAuth.NONE : ClientAuth.NEED;
            if (asked != ClientAuth.NONE && clientCa == null) {
                throw new IllegalArgumentException(
                        "clientAuth requires clientCa, which names the authorities to trust");
            }
            return new TlsOptions(
                    List.copyOf(certificates), keyPasswordFile, keyPasswordVariable, clientCa, asked, protocols);
        }
    }
}
