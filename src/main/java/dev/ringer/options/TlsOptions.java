package dev.ringer.options;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Certificates and keys with which an {@code HttpServer} speaks TLS, even if its application knows nothing of TLS. All
 * files are PEM files. By default there is no TLS. Immutable.
 *
 * <pre>{@code
 * TlsOptions.of(Path.of("tls.crt"), Path.of("tls.key")).withClientCa(Path.of("clients.crt"))
 * }</pre>
 *
 * <p>The server reads the files when it is bound. {@code dev.ringer.tls.PemContext} describes what the files may
 * contain, and how the server notices changes.
 *
 * @since 0.1.0
 */
public final class TlsOptions {
    /** The options of a server without TLS. */
    public static final TlsOptions OFF = new TlsOptions(List.of(), "", null, ClientAuth.NONE, List.of());

    /** The versions that a server may speak. Older ones are disabled in every JDK, because they are not safe. */
    private static final Set<String> KNOWN_PROTOCOLS = Set.of("TLSv1.2", "TLSv1.3");

    private static final String FILE = "file:";
    private static final String ENVIRONMENT = "env:";

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
    public record Pair(Path certificate, Path key) {
        /** Makes a pair, and checks that neither file is null. */
        public Pair {
            Objects.requireNonNull(certificate, "null certificate");
            Objects.requireNonNull(key, "null key");
        }
    }

    private final List<Pair> pairs;
    private final String keyPassword;
    private final Path clientCa; // null if no authorities are set
    private final ClientAuth clientAuth;
    private final List<String> protocols; // empty for those of the JDK

    private TlsOptions(
            List<Pair> pairs, String keyPassword, Path clientCa, ClientAuth clientAuth, List<String> protocols) {
        this.pairs = pairs;
        this.keyPassword = keyPassword;
        this.clientCa = clientCa;
        this.clientAuth = clientAuth;
        this.protocols = protocols;
    }

    /**
     * Creates options with one certificate.
     *
     * @param certificate the file with the server's certificate and those of its issuers, in any order
     * @param key the file with the private key
     * @return the options
     */
    public static TlsOptions of(Path certificate, Path key) {
        return OFF.withPair(certificate, key);
    }

    /**
     * Adds a certificate. Clients that ask for one of its host names (SNI) get this certificate, and all other clients
     * get the first one.
     *
     * @param certificate the file with the server's certificate and those of its issuers, in any order
     * @param key the file with the private key
     * @return the options
     */
    public TlsOptions withPair(Path certificate, Path key) {
        List<Pair> more = Stream.concat(pairs.stream(), Stream.of(new Pair(certificate, key)))
                .toList();
        return new TlsOptions(more, keyPassword, clientCa, clientAuth, protocols);
    }

    /**
     * Sets where the server finds the password of the encrypted keys. All encrypted keys must have the same password.
     *
     * @param source {@code file:PATH} for the first line of a file, {@code env:NAME} for an environment variable;
     *     empty, the default, if there is no password
     * @return the options
     * @throws IllegalArgumentException if the source has another form; the message does not contain the source
     */
    public TlsOptions withKeyPassword(String source) {
        boolean known = Stream.of(FILE, ENVIRONMENT)
                .anyMatch(prefix -> source.startsWith(prefix) && source.length() > prefix.length());
        if (!known && !source.isEmpty()) {
            throw new IllegalArgumentException("it takes file:PATH or env:NAME, and never the password itself");
        }
        return new TlsOptions(pairs, source, clientCa, clientAuth, protocols);
    }

    /**
     * Sets the authorities that sign the certificates of clients. Clients then {@linkplain ClientAuth#NEED need} a
     * certificate, unless {@link #withClientAuth} says otherwise.
     *
     * @param file the file with the certificates of the authorities
     * @return the options
     */
    public TlsOptions withClientCa(Path file) {
        Objects.requireNonNull(file, "null file");
        return new TlsOptions(pairs, keyPassword, file, ClientAuth.NEED, protocols);
    }

    /**
     * Sets whether the server asks clients for a certificate.
     *
     * @param newClientAuth whether the server asks for a certificate, and whether it requires one
     * @return the options
     * @throws IllegalArgumentException if the server would ask for a certificate although no authorities are set
     */
    public TlsOptions withClientAuth(ClientAuth newClientAuth) {
        if (newClientAuth != ClientAuth.NONE && clientCa == null) {
            throw new IllegalArgumentException("there is no clientCa that says which certificates are trusted");
        }
        return new TlsOptions(pairs, keyPassword, clientCa, newClientAuth, protocols);
    }

    /**
     * Sets the versions of TLS that the server speaks, such as only {@code TLSv1.3}.
     *
     * @param versions {@code TLSv1.2}, {@code TLSv1.3} or both; none, the default, for those that the JDK enables
     * @return the options
     * @throws IllegalArgumentException if a version is neither of the two
     */
    public TlsOptions withProtocols(String... versions) {
        List<String> newProtocols = List.of(versions);
        for (String version : newProtocols) {
            if (!KNOWN_PROTOCOLS.contains(version)) {
                throw new IllegalArgumentException("expected TLSv1.2, TLSv1.3 or both: " + version);
            }
        }
        return new TlsOptions(pairs, keyPassword, clientCa, clientAuth, newProtocols);
    }

    /** {@return whether there is a certificate, so that the server speaks TLS} */
    public boolean enabled() {
        return !pairs.isEmpty();
    }

    /** {@return the files of all certificates, the default certificate first; empty by default, which means no TLS} */
    public List<Pair> pairs() {
        return pairs;
    }

    /**
     * {@return the file whose first line is the password of encrypted keys; null, the default, if there is no such
     * file}
     */
    public Path keyPasswordFile() {
        return keyPassword.startsWith(FILE) ? Path.of(keyPassword.substring(FILE.length())) : null;
    }

    /**
     * {@return the environment variable that has the password of encrypted keys; null, the default, if there is none}
     */
    public String keyPasswordVariable() {
        return keyPassword.startsWith(ENVIRONMENT) ? keyPassword.substring(ENVIRONMENT.length()) : null;
    }

    /**
     * {@return the file with the certificates of the authorities that sign client certificates; null, the default, if
     * there is none}
     */
    public Path clientCa() {
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
                && pairs.equals(options.pairs)
                && keyPassword.equals(options.keyPassword)
                && Objects.equals(clientCa, options.clientCa)
                && clientAuth == options.clientAuth
                && protocols.equals(options.protocols);
    }

    @Override
    public int hashCode() {
        return Objects.hash(pairs, keyPassword, clientCa, clientAuth, protocols);
    }

    /**
     * {@return a text with all values except the password's source, such as
     * {@code TlsOptions[pairs=[], clientCa=null, clientAuth=NONE, protocols=[]]}}
     */
    @Override
    public String toString() {
        return "TlsOptions[pairs=" + pairs + ", clientCa=" + clientCa + ", clientAuth=" + clientAuth + ", protocols="
                + protocols + ']';
    }
}
