package dev.ringer.tls;

import dev.ringer.tls.PemPair.Content;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.ref.WeakReference;
import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.IntStream;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.X509ExtendedKeyManager;

/**
 * A key manager for one or several pairs of a key and a chain, each in two files. It reads the files of a pair again
 * when they have changed.
 *
 * <pre>
 *   a handshake chooses ──interval over──► check the files ──changed──► read both ──good──► new present version
 *                                              └──unchanged                └──bad: warn once, keep the present pair
 * </pre>
 *
 * <p>If there are several pairs, a server chooses by the host name that the client asks for (SNI, RFC 6066). It uses
 * the pairs whose certificates have this name. If there are none, it uses those with a wildcard that covers the name,
 * or else the first pair.
 *
 * <p>A handshake asks on one thread for aliases, for one kind of key after the other. The manager answers all of these
 * questions from the same version. Otherwise the handshake could ask the old version for the kind of the new key, and
 * the new version for the kind of the old key, and find no key. Then the handshake asks for the key and the chain of
 * the alias. The alias contains the number of its version and of its pair. The manager keeps one older version for
 * handshakes that still use it.
 *
 * <p>Thread-safe. While one thread checks the files, the others use the present version.
 */
final class ReloadingKeyManager extends X509ExtendedKeyManager {
    private static final Logger LOGGER = System.getLogger("com.sun.net.httpserver");

    /** The content of all pairs, as the manager has read it at one time. */
    private record Version(int number, List<Content> pairs) {
        /**
         * Asks the pairs at the given places, in this order, and returns the first alias that a pair has; null if none
         * has one.
         */
        String firstOf(List<Integer> places, Function<X509ExtendedKeyManager, String> choice) {
            for (int place : places) {
                String alias = choice.apply(pairs.get(place).keys());
                if (alias != null) {
                    return named(place, alias);
                }
            }
            return null;
        }

        /** Returns the aliases of all pairs; null if there are none. */
        String[] allOf(Function<X509ExtendedKeyManager, String[]> choice) {
            List<String> named = new ArrayList<>();
            for (int place : places()) {
                String[] aliases = choice.apply(pairs.get(place).keys());
                for (String alias : aliases == null ? new String[0] : aliases) {
                    named.add(named(place, alias));
                }
            }
            return named.isEmpty() ? null : named.toArray(String[]::new);
        }

        private String named(int place, String alias) {
            return number + ":" + place + ":" + alias;
        }

        List<Integer> places() {
            return IntStream.range(0, pairs.size()).boxed().toList();
        }

        /**
         * Returns the places (indexes) of the pairs for a client, at least one.
         *
         * @param host the host name that the client asks for, in lower case; null if it asks for none
         */
        List<Integer> placesFor(String host) {
            if (host == null || pairs.size() == 1) {
                return List.of(0);
            }
            List<Integer> places = places().stream()
                    .filter(place -> pairs.get(place).names().contain(host))
                    .toList();
            if (places.isEmpty()) {
                places = places().stream()
                        .filter(place -> pairs.get(place).names().cover(host))
                        .toList();
            }
            return places.isEmpty() ? List.of(0) : places;
        }
    }

    /**
     * The version that answers the questions of one handshake. {@code handshake} is the engine or socket of that
     * handshake.
     */
    private record Asked(ReloadingKeyManager who, WeakReference<Object> handshake, Version version) {}

    /** The handshake in progress on this thread, from its first question until it has got its key. */
    private static final ThreadLocal<Asked> ASKED = new ThreadLocal<>();

    /** The files of one pair, and what the manager knows of them. Guarded by the lock {@code looking}. */
    private static final class Watched {
        private final PemPair files;
        private String seen; // stamp of the files when the present version was read
        private String problem = ""; // text of the last warning; empty if there is none

        Watched(PemPair files) {
            this.files = files;
        }

        /** Reads the files when the manager is made. */
        Content first() throws IOException {
            seen = files.stamp(); // before the files are read, so that the next check notices a change during the read
            return files.load();
        }

        /** Reads the files if they have changed. Returns null if they have not changed, or cannot be used. */
        Content next() {
            try {
                String stamp = files.stamp();
                if (stamp.equals(seen)) {
                    return null;
                }
                Content content = files.load();
                if (!stamp.equals(files.stamp())) {
                    return null; // another process is writing the files, so try again at the next check
                }
                seen = stamp;
                problem = "";
                LOGGER.log(Level.INFO, "TLS goes on with the new certificate in " + files.chain());
                return content;
            } catch (IOException | RuntimeException e) {
                warn(e);
                return null;
            }
        }

        /**
         * Warns of unusable files, once for each problem. Each check reads unusable files again, because another
         * process may still be writing them.
         */
        private void warn(Exception failure) {
            String text = failure.getMessage();
            if (!problem.equals(text)) {
                problem = text;
                LOGGER.log(Level.WARNING, "TLS goes on with the old certificate: " + text);
            }
        }
    }

    private final List<Watched> watched = new ArrayList<>();
    private final long intervalNanos;
    private final ReentrantLock looking = new ReentrantLock();

    private volatile long lookedAt;
    private volatile Version present;
    private volatile Version before;

    ReloadingKeyManager(List<PemPair> pairs, long intervalNanos) throws IOException {
        this.intervalNanos = intervalNanos;
        List<Content> contents = new ArrayList<>();
        for (PemPair files : pairs) {
            Watched pair = new Watched(files);
            watched.add(pair);
            contents.add(pair.first());
        }
        present = new Version(1, contents);
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
        List<Content> contents = new ArrayList<>(present.pairs());
        boolean changed = false;
        for (int i = 0; i < contents.size(); i++) {
            Content next = watched.get(i).next();
            if (next != null) {
                contents.set(i, next);
                changed = true;
            }
        }
        if (changed) {
            before = present;
            present = new Version(present.number() + 1, contents);
        }
    }

    // ---- choosing

    @Override
    public String chooseEngineServerAlias(String keyType, Principal[] issuers, SSLEngine engine) {
        Version version = during(engine);
        String host = engine == null ? null : hostOf(engine.getHandshakeSession());
        return version.firstOf(version.placesFor(host), keys -> keys.chooseEngineServerAlias(keyType, issuers, engine));
    }

    @Override
    public String chooseServerAlias(String keyType, Principal[] issuers, Socket socket) {
        Version version = during(socket);
        String host = socket instanceof SSLSocket tls ? hostOf(tls.getHandshakeSession()) : null;
        return version.firstOf(version.placesFor(host), keys -> keys.chooseServerAlias(keyType, issuers, socket));
    }

    /** Returns the host name that the client asks for, in lower case; null if it asks for none. */
    private static String hostOf(SSLSession session) {
        if (session instanceof ExtendedSSLSession extended) {
            for (SNIServerName name : extended.getRequestedServerNames()) {
                if (name instanceof SNIHostName host) {
                    return host.getAsciiName().toLowerCase(Locale.ROOT);
                }
            }
        }
        return null;
    }

    @Override
    public String chooseEngineClientAlias(String[] keyTypes, Principal[] issuers, SSLEngine engine) {
        Version version = during(engine);
        return version.firstOf(version.places(), keys -> keys.chooseEngineClientAlias(keyTypes, issuers, engine));
    }

    @Override
    public String chooseClientAlias(String[] keyTypes, Principal[] issuers, Socket socket) {
        Version version = during(socket);
        return version.firstOf(version.places(), keys -> keys.chooseClientAlias(keyTypes, issuers, socket));
    }

    @Override
    public String[] getServerAliases(String keyType, Principal[] issuers) {
        return current().allOf(keys -> keys.getServerAliases(keyType, issuers));
    }

    @Override
    public String[] getClientAliases(String keyType, Principal[] issuers) {
        return current().allOf(keys -> keys.getClientAliases(keyType, issuers));
    }

    // ---- the key and the chain of an alias

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        return of(alias, X509ExtendedKeyManager::getCertificateChain);
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
        ASKED.remove(); // otherwise the thread would retain a key after the handshake
        return of(alias, X509ExtendedKeyManager::getPrivateKey);
    }

    /**
     * Returns the key or the chain of the pair that an alias names; null if the manager no longer has the alias's
     * version.
     */
    private <T> T of(String alias, BiFunction<X509ExtendedKeyManager, String, T> part) {
        if (alias == null) {
            return null;
        }
        String[] parts = alias.split(":", 3); // version, pair, alias within the pair
        for (Version version : List.of(present, before)) {
            if (parts[0].equals(Integer.toString(version.number()))) {
                return part.apply(
                        version.pairs().get(Integer.parseInt(parts[1])).keys(), parts[2]);
            }
        }
        return null;
    }
}
