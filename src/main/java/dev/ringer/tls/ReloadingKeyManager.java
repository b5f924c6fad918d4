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
 * A key manager for the key and the chain of two files. It reads the files again when they have changed.
 *
 * <pre>
 *   a handshake chooses ──interval over──► check the files ──changed──► read both ──good──► new present version
 *                                              └──unchanged                └──bad: warn once, keep the present version
 * </pre>
 *
 * <p>On one thread, a handshake asks for an alias for one kind of key after the other. The same version answers all of
 * these questions. Otherwise the handshake could ask the old version for the kind of the new key, and the reverse, and
 * find no key. Then the handshake asks for the key and the chain of the alias. The alias contains the number of its
 * version. The manager keeps one older version for handshakes that still use it.
 *
 * <p>Thread-safe. While one thread checks the files, the others use the present version.
 */
final class ReloadingKeyManager extends X509ExtendedKeyManager {
    private static final Logger LOGGER = System.getLogger("com.sun.net.httpserver");

    /** The key and the chain as the manager has read them at one time. */
    private record Version(int number, X509ExtendedKeyManager keys) {
        String named(String alias) {
            return alias == null ? null : number + ":" + alias;
        }
    }

    /** The version that answers a handshake. {@code handshake} is its engine or socket. */
    private record Asked(ReloadingKeyManager who, WeakReference<Object> handshake, Version version) {}

    /** The handshake in progress on this thread, until it has got its key. */
    private static final ThreadLocal<Asked> ASKED = new ThreadLocal<>();

    private final PemPair files;
    private final long intervalNanos;
    private final ReentrantLock looking = new ReentrantLock();

    // guarded by the lock, looking
    private String seen; // the stamp of the present version
    private String problem = ""; // text of the last warning; empty if there is none

    private volatile long lookedAt;
    private volatile Version present;
    private volatile Version before;

    ReloadingKeyManager(PemPair files, long intervalNanos) throws IOException {
        this.files = files;
        this.intervalNanos = intervalNanos;
        seen = files.stamp(); // before the files are read, so that the next check notices a change meanwhile
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
                return; // somebody is writing the files: the next check comes soon
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

    /**
     * Warns of unusable files, once for each problem. Each check reads them again, since a file may be half written.
     */
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

    // ---- the key and the chain of an alias

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        Version version = of(alias);
        return version == null ? null : version.keys().getCertificateChain(withoutVersion(alias));
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
        ASKED.remove(); // otherwise the thread would retain a key after the handshake
        Version version = of(alias);
        return version == null ? null : version.keys().getPrivateKey(withoutVersion(alias));
    }
}
