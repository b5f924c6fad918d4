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
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/**
 * A key manager that serves one or several pairs of files. Each pair is a private key with its chain of certificates.
 * When the files of a pair have changed, the manager reads them again. The content of all files at one time is a
 * version.
 *
 * <pre>
 *   a handshake chooses ──interval over──► check the files ──changed──► read both ──good──► new current version
 *                                              └──unchanged                └──bad or early: warn once, keep the current pair
 * </pre>
 *
 * <p>A handshake first asks several times for an alias, on one thread: for an RSA key, then for an EC key, and so on.
 * All the answers come from the same version. Otherwise the handshake could find no key when the files change from RSA
 * to EC between two answers.
 *
 * <p>Then the handshake asks for the key and the chain of the alias. So an alias contains the numbers of its version
 * and its pair. The manager keeps the previous version for handshakes that still use that version.
 *
 * <p>Thread-safe. While one thread checks the files, all other threads use the version that was read last.
 */
final class ReloadingKeyManager extends X509ExtendedKeyManager {
    private static final Logger LOGGER = System.getLogger("com.sun.net.httpserver");

    private record Version(int number, List<Content> pairs) {
        /**
         * Returns the alias of the first pair, among those at the given indexes, that suits a handshake; null if there
         * is none.
         */
        @Nullable
        String firstOf(List<Integer> places, String keyType, Principal[] issuers) {
            return suiting(places, keyType, issuers).findFirst().orElse(null);
        }

        /** Returns the aliases of all pairs that suit; null if there is none. */
        String @Nullable [] allOf(String keyType, Principal[] issuers) {
            String[] aliases = suiting(places(), keyType, issuers).toArray(String[]::new);
            return aliases.length == 0 ? null : aliases;
        }

        private Stream<String> suiting(List<Integer> places, String keyType, Principal[] issuers) {
            return places.stream()
                    .filter(place -> keyType != null && pairs.get(place).suits(keyType, issuers))
                    .map(place -> number + ":" + place);
        }

        List<Integer> places() {
            return IntStream.range(0, pairs.size()).boxed().toList();
        }

        /**
         * Returns the indexes of the pairs whose certificates have the client's host name. If no pair has the name,
         * returns those with a wildcard that covers it. If there are none either, returns the index of the first pair.
         *
         * @param host the host name that the client asks for (SNI, RFC 6066), in lower case; null if it asks for none
         */
        List<Integer> placesFor(@Nullable String host) {
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

    /** The version from which one handshake gets all answers. {@code handshake} is the engine or the socket. */
    private record Asked(ReloadingKeyManager who, WeakReference<Object> handshake, Version version) {}

    /** The handshake that last asked for an alias on this thread; removed when the handshake gets its key. */
    private static final ThreadLocal<Asked> ASKED = new ThreadLocal<>();

    /** The files of one pair, and the result of the last check. Guarded by the lock {@code checking}. */
    private static final class Watched {
        private final PemPair files;
        private @Nullable String seen; // the text of PemPair.stamp() when the current version was read
        private @Nullable String read; // the text of PemPair.stamp() when next() last returned a content
        private String problem = ""; // text of the last warning; empty if the files can be used

        Watched(PemPair files) throws IOException {
            this.files = files;
            seen = files.stamp();
        }

        /**
         * Returns the new content of the files; null if they have not changed, or if they cannot be used. The next call
         * returns the same content again, until {@link #taken} is called.
         *
         * @param current the content in use. While its certificate is valid, one that is not valid yet does not replace
         *     it
         */
        @Nullable
        Content next(Content current) {
            try {
                String stamp = files.stamp();
                if (stamp.equals(seen)) {
                    return null;
                }
                Content content = files.load();
                if (!stamp.equals(files.stamp())) {
                    return null; // the files have changed during the read, so try again at the next check
                }
                String early = files.notYetValid(content.leaf());
                if (early != null && files.isValid(current.leaf())) {
                    warn(early);
                    return null;
                }
                read = stamp;
                return content;
            } catch (IOException | RuntimeException e) {
                warn(e.getMessage() == null ? e.toString() : e.getMessage());
            } catch (Error e) { // for example, no memory or file descriptor is left
                warn(e.toString());
            }
            return null;
        }

        /** Records that handshakes now use the content that {@link #next} has returned. */
        void taken(Content content) {
            seen = read;
            problem = "";
            log(Level.INFO, "Now using the new TLS certificate in ", files.chain());
            warnIfEarly(content);
        }

        /** Logs a warning if the certificate that handshakes use is not valid yet. */
        void warnIfEarly(Content content) {
            String early = files.notYetValid(content.leaf());
            if (early != null) {
                log(Level.WARNING, "Clients may refuse the TLS certificate: ", early);
            }
        }

        /**
         * Logs a warning, unless it repeats the last one. Every check reads unusable files again, because another
         * program may still be writing them.
         */
        private void warn(String text) {
            if (!problem.equals(text)) {
                problem = text;
                log(Level.WARNING, "Still using the old TLS certificate: ", text);
            }
        }

        /** Writes a log entry if possible. If this fails, does nothing, because the handshake must continue. */
        private static void log(Level level, String what, Object which) {
            try {
                LOGGER.log(level, what + which);
            } catch (Throwable ignored) { // no memory or file descriptor is left, or a log handler throws an exception
            }
        }
    }

    private final List<Watched> watched = new ArrayList<>();
    private final long intervalNanos;
    private final ReentrantLock checking = new ReentrantLock();

    private volatile long checkedAt;
    private volatile Version present;
    private volatile Version before;

    ReloadingKeyManager(List<PemPair> pairs, long intervalNanos) throws IOException {
        this.intervalNanos = intervalNanos;
        List<Content> contents = new ArrayList<>();
        for (PemPair files : pairs) {
            // Get the stamp before reading the files. So the next check notices a change during the read.
            watched.add(new Watched(files));
            contents.add(files.load());
        }
        for (int i = 0; i < contents.size(); i++) {
            watched.get(i).warnIfEarly(contents.get(i));
        }
        present = new Version(1, contents);
        before = present;
        checkedAt = System.nanoTime();
    }

    private Version current() {
        if (System.nanoTime() - checkedAt >= intervalNanos && checking.tryLock()) {
            try {
                check();
            } catch (Error ignored) { // not even the list of versions has memory: the handshake uses the old version
            } finally {
                checkedAt = System.nanoTime();
                checking.unlock();
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

    private void check() {
        List<Content> contents = new ArrayList<>(present.pairs());
        List<Integer> changed = new ArrayList<>();
        for (int i = 0; i < contents.size(); i++) {
            Content next = watched.get(i).next(contents.get(i));
            if (next != null) {
                contents.set(i, next);
                changed.add(i);
            }
        }
        if (!changed.isEmpty()) {
            Version next = new Version(present.number() + 1, contents);
            before = present;
            present = next;
            changed.forEach(i -> watched.get(i).taken(contents.get(i)));
        }
    }

    @Override
    public @Nullable String chooseEngineServerAlias(String keyType, Principal[] issuers, SSLEngine engine) {
        Version version = during(engine);
        String host = engine == null ? null : hostOf(engine.getHandshakeSession());
        return version.firstOf(version.placesFor(host), keyType, issuers);
    }

    @Override
    public @Nullable String chooseServerAlias(String keyType, Principal[] issuers, Socket socket) {
        Version version = during(socket);
        String host = socket instanceof SSLSocket tls ? hostOf(tls.getHandshakeSession()) : null;
        return version.firstOf(version.placesFor(host), keyType, issuers);
    }

    /** Returns the host name that the client asks for, in lower case; null if the client asks for none. */
    private static @Nullable String hostOf(SSLSession session) {
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
    public @Nullable String chooseEngineClientAlias(String[] keyTypes, Principal[] issuers, SSLEngine engine) {
        return chooseClientAlias(during(engine), keyTypes, issuers);
    }

    @Override
    public @Nullable String chooseClientAlias(String[] keyTypes, Principal[] issuers, Socket socket) {
        return chooseClientAlias(during(socket), keyTypes, issuers);
    }

    private static @Nullable String chooseClientAlias(Version version, String[] keyTypes, Principal[] issuers) {
        return Stream.of(keyTypes)
                .map(keyType -> version.firstOf(version.places(), keyType, issuers))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    @Override
    public String @Nullable [] getServerAliases(String keyType, Principal[] issuers) {
        return current().allOf(keyType, issuers);
    }

    @Override
    public String @Nullable [] getClientAliases(String keyType, Principal[] issuers) {
        return current().allOf(keyType, issuers);
    }

    @Override
    public X509Certificate @Nullable [] getCertificateChain(String alias) {
        Content content = of(alias);
        return content == null ? null : content.chain().clone();
    }

    @Override
    public @Nullable PrivateKey getPrivateKey(String alias) {
        ASKED.remove(); // this thread must not retain the manager's keys after the handshake
        Content content = of(alias);
        return content == null ? null : content.key();
    }

    /** Returns the content that an alias names; null if the manager no longer has the version of the alias. */
    private @Nullable Content of(@Nullable String alias) {
        if (alias == null) {
            return null;
        }
        String[] parts = alias.split(":", 2); // number of the version, index of the pair
        for (Version version : List.of(present, before)) {
            if (parts[0].equals(Integer.toString(version.number()))) {
                return version.pairs().get(Integer.parseInt(parts[1]));
            }
        }
        return null;
    }
}
