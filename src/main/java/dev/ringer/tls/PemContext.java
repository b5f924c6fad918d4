package dev.ringer.tls;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/**
 * Makes TLS contexts from PEM files, and uses the new files when they change.
 *
 * <pre>{@code
 * HttpsServer server = HttpsServer.create(new InetSocketAddress(8443), 0);
 * server.setHttpsConfigurator(new HttpsConfigurator(PemContext.of(Path.of("tls.crt"), Path.of("tls.key"))));
 *
 * SSLContext twoHosts = PemContext.builder(Path.of("a.crt"), Path.of("a.key"))
 *         .addCertificate(Path.of("b.crt"), Path.of("b.key"))
 *         .passwordFile(Path.of("password.txt"))
 *         .build();
 * }</pre>
 *
 * <p>You need this class only for a program that sets an {@code HttpsConfigurator}. Otherwise use
 * {@code Settings.TLS}, with which every {@code HttpServer} speaks TLS.
 *
 * <p>Files come in pairs: one has the certificate and those of its issuers, in any order, the other the private key as
 * PKCS#8 ({@code PRIVATE KEY}, {@code ENCRYPTED PRIVATE KEY}), PKCS#1 ({@code RSA PRIVATE KEY}) or SEC1
 * ({@code EC PRIVATE KEY}). One file may have both.
 *
 * <p>When a client begins a handshake, at most every five seconds, the context checks whether the files have changed.
 * Later handshakes use the new ones, provided that key and certificate belong together; open connections stay as they
 * are. If the new files cannot be used, or their certificate isn't valid yet, it logs one warning and goes on with the
 * old ones until that has changed.
 *
 * <p>With several {@linkplain Builder#addCertificate certificates}, the host name that the client asks for decides.
 * Contexts are thread-safe.
 *
 * @since 0.1.0
 */
public final class PemContext {
    private PemContext() {}

    /**
     * Creates a context from one pair of files, with defaults for everything else.
     *
     * @param chain the file with the server's certificate and those of its issuers, in any order
     * @param key the file with the private key
     * @return the context
     * @throws IOException if the files cannot be used; the message names the file and what is wrong
     */
    public static SSLContext of(Path chain, Path key) throws IOException {
        return builder(chain, key).build();
    }

    /**
     * Creates a builder for a context with other options than the defaults.
     *
     * @param chain the file with the server's certificate and those of its issuers, in any order
     * @param key the file with the private key
     * @return a builder
     */
    public static Builder builder(Path chain, Path key) {
        return new Builder().addCertificate(chain, key);
    }

    /**
     * Reads a password from a file, for {@link Builder#password}: its first line, in UTF-8.
     *
     * @param file the file with the password
     * @return the first line of the file, without its line break and without a byte order mark; empty if there is none
     * @throws IOException if the file cannot be read; the message names the file and what is wrong
     */
    public static char[] readPassword(Path file) throws IOException {
        return PemFile.firstLine(file);
    }

    /**
     * Builds a context. Not safe for use by several threads at once.
     *
     * @since 0.1.0
     */
    public static final class Builder {
        private record Files(Path chain, Path key) {}

        private final List<Files> pairs = new ArrayList<>();
        private PemPair.Password password = () -> null;
        private Duration interval = Duration.ofSeconds(5);
        private TrustManager @Nullable [] trust;
        private boolean rejectsExpired;
        private InstantSource clock = InstantSource.system();

        private Builder() {}

        /**
         * Adds a certificate. A server chooses the one that has the name the client asks for (SNI) among its subject
         * alternative names. An exact name wins over a wildcard, which stands for one label. If none has the name, or
         * the client asks for none, it's the first one.
         *
         * @param chain the file with the server's certificate and those of its issuers, in any order
         * @param key the file with the private key
         * @return this
         */
        public Builder addCertificate(Path chain, Path key) {
            pairs.add(new Files(Objects.requireNonNull(chain, "null chain"), Objects.requireNonNull(key, "null key")));
            return this;
        }

        /**
         * Refuses files whose certificate has expired. By default they're used, and it's up to clients to reject them.
         *
         * @return this
         */
        public Builder rejectExpired() {
            rejectsExpired = true;
            return this;
        }

        /**
         * Sets the one password of all encrypted keys. It must stay the same when the files change. Replaces
         * {@link #passwordFile}.
         *
         * @param newPassword the password; null for none, which is the default
         * @return this
         */
        public Builder password(char @Nullable [] newPassword) {
            char @Nullable [] fixed = newPassword == null ? null : newPassword.clone();
            password = () -> fixed;
            return this;
        }

        /**
         * Sets the file that has the one password of all encrypted keys in its first line, in UTF-8. The context reads
         * it again whenever it reads a key, so the password may change together with the keys. Replaces
         * {@link #password}.
         *
         * @param file the file with the password
         * @return this
         */
        public Builder passwordFile(Path file) {
            Objects.requireNonNull(file, "null file");
            password = () -> {
                try {
                    return readPassword(file);
                } catch (IOException e) {
                    throw new IOException("cannot read the key password: " + e.getMessage(), e);
                }
            };
            return this;
        }

        /**
         * Sets the shortest interval between two checks of the files.
         *
         * @param value the interval (default: five seconds); zero for a check at each handshake
         * @return this
         * @throws IllegalArgumentException if the interval is negative
         */
        public Builder reloadInterval(Duration value) {
            if (value.isNegative()) {
                throw new IllegalArgumentException("reloadInterval must not be negative: " + value);
            }
            interval = value;
            return this;
        }

        /** Sets the clock that says which certificates are valid, for tests. */
        Builder clock(InstantSource value) {
            clock = value;
            return this;
        }

        /**
         * Sets which certificates of the other side are trusted, if the other side sends a certificate.
         *
         * @param managers the trust managers; null for those of the JDK, which is the default
         * @return this
         */
        public Builder trust(TrustManager @Nullable ... managers) {
            trust = managers == null ? null : managers.clone();
            return this;
        }

        /**
         * Trusts certificates signed by the authorities in a PEM file, instead of those that the JDK trusts. The file
         * is read now; later changes have no effect.
         *
         * @param authorities the file with the certificates of the authorities
         * @return this
         * @throws IOException if the file cannot be used; the message names the file and what is wrong
         */
        public Builder trustAuthorities(Path authorities) throws IOException {
            return trust(PemCertificates.trust(authorities));
        }

        /**
         * Reads the files and returns the key manager for them.
         *
         * @return the key manager, for an {@link SSLContext} of your own
         * @throws IOException if the files cannot be used; the message names the file and what is wrong
         */
        public X509ExtendedKeyManager keyManager() throws IOException {
            List<PemPair> files = new ArrayList<>();
            for (Files pair : pairs) {
                files.add(new PemPair(pair.chain, pair.key, password, rejectsExpired, clock));
            }
            return new ReloadingKeyManager(files, interval.toNanos());
        }

        /**
         * Reads the files and builds the context.
         *
         * @return a new context, which shares no TLS sessions with other contexts
         * @throws IOException if the files cannot be used; the message names the file and what is wrong
         */
        public SSLContext build() throws IOException {
            try {
                SSLContext context = SSLContext.getInstance("TLS");
                context.init(new KeyManager[] {keyManager()}, trust, null);
                return context;
            } catch (GeneralSecurityException e) {
                throw new IOException("This Java runtime cannot create a TLS context: " + e.getMessage(), e);
            }
        }
    }
}
