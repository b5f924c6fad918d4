package dev.ringer.tls;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Objects;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedKeyManager;

/**
 * Makes contexts of TLS from PEM files: a chain of certificates, the server's own first, and its private key as PKCS#8
 * ({@code PRIVATE KEY}, {@code ENCRYPTED PRIVATE KEY}), PKCS#1 ({@code RSA PRIVATE KEY}) or SEC1 ({@code EC PRIVATE KEY}). Both
 * may be one file.
 *
 * <p>The files are looked at again when a client shakes hands, at most once in five seconds; when they have changed, and key and
 * certificate belong together, further handshakes use them. Connections that are open stay as they are. New files that cannot be
 * used are warned of in the log, once, and the old pair is kept.
 *
 * <p>Builders are not thread-safe; contexts are.
 *
 * @since 0.1.0
 */
public final class PemContext {
    private static final Duration DEFAULT_INTERVAL = Duration.ofSeconds(5);

    private final Path chain;
    private final Path key;
    private char[] password;
    private Duration interval = DEFAULT_INTERVAL;
    private TrustManager[] trust;

    private PemContext(Path chain, Path key) {
        this.chain = Objects.requireNonNull(chain, "null chain");
        this.key = Objects.requireNonNull(key, "null key");
    }

    /**
     * A context with all defaults.
     *
     * @param chain the file of the certificates, the server's own first
     * @param key the file of its private key
     * @return the context
     * @throws IOException if they cannot be used; the message names the file and what is wrong
     */
    public static SSLContext of(Path chain, Path key) throws IOException {
        return builder(chain, key).build();
    }

    /**
     * Begins one that differs from the defaults.
     *
     * @param chain the file of the certificates, the server's own first
     * @param key the file of its private key
     * @return a builder
     */
    public static PemContext builder(Path chain, Path key) {
        return new PemContext(chain, key);
    }

    /**
     * The password of an encrypted key, which later versions of the file must have too.
     *
     * @param newPassword null for none, which is the default
     * @return this
     */
    public PemContext password(char[] newPassword) {
        password = newPassword == null ? null : newPassword.clone();
        return this;
    }

    /**
     * How often the files are looked at, at the most.
     *
     * @param newInterval five seconds by default; zero for each handshake
     * @return this
     * @throws IllegalArgumentException if it is negative
     */
    public PemContext lookEvery(Duration newInterval) {
        if (newInterval.isNegative()) {
            throw new IllegalArgumentException("negative interval");
        }
        interval = newInterval;
        return this;
    }

    /**
     * Whom to believe, where the other side shows a certificate too.
     *
     * @param managers null for those that the JDK trusts, which is the default
     * @return this
     */
    public PemContext trust(TrustManager... managers) {
        trust = managers == null ? null : managers.clone();
        return this;
    }

    /**
     * Reads the files.
     *
     * @return the manager of the key, for an {@link SSLContext} of your own
     * @throws IOException if they cannot be used; the message names the file and what is wrong
     */
    public X509ExtendedKeyManager keyManager() throws IOException {
        return new ReloadingKeyManager(new PemPair(chain, key, password), interval.toNanos());
    }

    /**
     * Reads the files.
     *
     * @return a context whose sessions are its own
     * @throws IOException if they cannot be used; the message names the file and what is wrong
     */
    public SSLContext build() throws IOException {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(new KeyManager[] {keyManager()}, trust, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException("This Java runtime makes no context of TLS: " + e.getMessage(), e);
        }
    }
}
