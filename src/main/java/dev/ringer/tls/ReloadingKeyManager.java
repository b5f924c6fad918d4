package dev.ringer.tls;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.ref.WeakReference;
import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;

/**
 * The key and the chain of two files, read again when they have changed.
 *
 * <pre>
 *   a handshake chooses ──the interval is over──► look at the files ──changed──► read both ──good──► the present version
 *                                                       └──unchanged              └──bad: warned of once, the present stays
 * </pre>
 *
 * <p>A handshake asks for an alias for one kind of key after the other, on one thread, and is answered by one version: with two, it
 * could miss the only key of each. Then it asks for what the alias means: that names its version, and the one before the present is
 * kept for handshakes that are at it. Thread-safe; one thread looks, the others go on with what there is.
 */
final class ReloadingKeyManager extends X509ExtendedKeyManager {
    private static final Logger LOGGER = System.getLogger("com.sun.net.httpserver");

    /** A pair as it was read. */
    private record Version(int number, X509ExtendedKeyManager keys) {
        String named(String alias) {
            return alias == null ? null : number + ":" + alias;
        }
    }

    /** Which version a handshake is answered by; {@code handshake} is its engine or socket. */
    private record Asked(ReloadingKeyManager who, WeakReference<Object> handshake, Version version) {}

    /** The handshake at work on a thread, until its key was given. */
    private static final ThreadLocal<Asked> ASKED = new ThreadLocal<>();

    private final PemPair files;
    private final long intervalNanos;
    private final ReentrantLock looking = new ReentrantLock();

    // guarded by the lock
    private String seen; // the stamp of the present version
    private String problem = ""; // that was warned of

    private volatile long lookedAt;
    private volatile Version present;
    private volatile Version before;

    ReloadingKeyManager(PemPair files, long intervalNanos) throws IOException {
        this.files = files;
        this.intervalNanos = intervalNanos;
        seen = files.stamp(); // before they are read: what changes meanwhile is read again
        present = new Version(1, files.load());
        before = present;
        lookedAt = System.nanoTime();
    }

    // ---- versions

    private Version current() {
        if (System.nanoTime() - lookedAt >= intervalNanos && looking.tryLock()) {
            try {
                look();
            } finally {
                lookedAt = System.nanoTime();
                looking.unlock();
            }
        }
        return present;
    }

    private Version during(Object handshake) {
        Asked last = ASKED.get();
        if (handshake != null
                && last != null
                && last.who() == this
                && last.handshake().refersTo(handshake)) {
            return last.version();
        }
        Version version = current();
        ASKED.set(new Asked(this, new WeakReference<>(handshake), version));
        return version;
    }

    private void look() {
        try {
            String stamp = files.stamp();
            if (stamp.equals(seen)) {
                return;
            }
            X509ExtendedKeyManager keys = files.load();
            if (!stamp.equals(files.stamp())) {
                return; // they are being written: the next look is not far
            }
            seen = stamp;
            problem = "";
            before = present;
            present = new Version(present.number() + 1, keys);
            LOGGER.log(Level.INFO, "TLS goes on with the new certificate in " + files.chain());
        } catch (IOException | RuntimeException e) {
            warn(e);
        }
    }

    /** What stays bad is read again at each look, since a file may be half written, but said once. */
    private void warn(Exception failure) {
        String text = failure.getMessage();
        if (!problem.equals(text)) {
            problem = text;
            LOGGER.log(Level.WARNING, "TLS goes on with the old certificate: " + text);
        }
    }

    private Version of(String alias) {
        Version newest = present;
        Version older = before;
        if (alias == null) {
            return null;
        }
        return alias.startsWith(newest.number() + ":") ? newest : alias.startsWith(older.number() + ":") ? older : null;
    }

    private static String withoutVersion(String alias) {
        return alias.substring(alias.indexOf(':') + 1);
    }

    // ---- choosing

    @Override
    public String chooseEngineServerAlias(String keyType, Principal[] issuers, SSLEngine engine) {
        Version version = during(engine);
        return version.named(version.keys().chooseEngineServerAlias(keyType, issuers, engine));
    }

    @Override
    public String chooseServerAlias(String keyType, Principal[] issuers, Socket socket) {
        Version version = during(socket);
        return version.named(version.keys().chooseServerAlias(keyType, issuers, socket));
    }

    @Override
    public String chooseEngineClientAlias(String[] keyTypes, Principal[] issuers, SSLEngine engine) {
        Version version = during(engine);
        return version.named(version.keys().chooseEngineClientAlias(keyTypes, issuers, engine));
    }

    @Override
    public String chooseClientAlias(String[] keyTypes, Principal[] issuers, Socket socket) {
        Version version = during(socket);
        return version.named(version.keys().chooseClientAlias(keyTypes, issuers, socket));
    }

    @Override
    public String[] getServerAliases(String keyType, Principal[] issuers) {
        Version version = current();
        return named(version, version.keys().getServerAliases(keyType, issuers));
    }

    @Override
    public String[] getClientAliases(String keyType, Principal[] issuers) {
        Version version = current();
        return named(version, version.keys().getClientAliases(keyType, issuers));
    }

    private static String[] named(Version version, String[] aliases) {
        if (aliases == null) {
            return null;
        }
        String[] named = new String[aliases.length];
        for (int i = 0; i < named.length; i++) {
            named[i] = version.named(aliases[i]);
        }
        return named;
    }

    // ---- what was chosen

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        Version version = of(alias);
        return version == null ? null : version.keys().getCertificateChain(withoutVersion(alias));
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
        ASKED.remove(); // or a thread would keep a key for longer than it is in use
        Version version = of(alias);
        return version == null ? null : version.keys().getPrivateKey(withoutVersion(alias));
    }
}
