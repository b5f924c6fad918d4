package dev.ringer.tls;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.security.interfaces.RSAKey;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import javax.security.auth.x500.X500Principal;
import org.jspecify.annotations.Nullable;

/**
 * Two files: one with a chain of certificates, the other with the private key for one of them. Each method reads the
 * files again.
 *
 * @param chain the file with the certificates
 * @param key the file with the private key
 * @param password the source of the password with which the key is encrypted
 * @param rejectsExpired whether an expired certificate of the server makes the files unusable
 * @param clock the clock that says which certificates are valid
 */
record PemPair(Path chain, Path key, Password password, boolean rejectsExpired, InstantSource clock) {
    /** Where the password of an encrypted key comes from. */
    interface Password {
        /** Returns the password that holds now; null for none. */
        char @Nullable [] read() throws IOException;
    }

    /** What a key signs to show to which certificate it belongs. */
    private static final byte[] SAMPLE = {1, 2, 3};

    /**
     * The content of the two files.
     *
     * @param key the private key
     * @param chain the certificate of the key, and the other certificates of the file
     * @param names the host names for which the certificate is valid
     */
    record Content(PrivateKey key, X509Certificate[] chain, HostNames names) {
        /** Returns the certificate of the key. */
        X509Certificate leaf() {
            return chain[0];
        }

        /**
         * Whether a handshake may use the key.
         *
         * @param keyType an algorithm of keys; or two, such as {@code EC_RSA}: that of the key, and that of its issuer
         * @param issuers the authorities that the other side trusts; null or empty for any
         */
        boolean suits(String keyType, Principal[] issuers) {
            String[] algorithms = keyType.split("_", 2);
            return leaf().getPublicKey().getAlgorithm().equals(algorithms[0])
                    && (algorithms.length == 1 || isSignedWith(algorithms[1]))
                    && (issuers == null || issuers.length == 0 || isIssuedByOneOf(List.of(issuers)));
        }

        private boolean isSignedWith(String algorithm) {
            return leaf().getSigAlgName().toUpperCase(Locale.ROOT).contains("WITH" + algorithm);
        }

        private boolean isIssuedByOneOf(List<Principal> issuers) {
            return Stream.of(chain).map(X509Certificate::getIssuerX500Principal).anyMatch(issuers::contains);
        }
    }

    /** Returns a text that changes whenever one of the files changes. */
    String stamp() throws IOException {
        return PemFile.stamp(chain) + PemFile.stamp(key);
    }

    /**
     * Reads both files. The certificate of the key may have any place among the certificates, which may have any order
     * and be repeated, because files are often joined by hand or by a program.
     */
    Content load() throws IOException {
        PrivateKey privateKey = PemKey.read(key, password.read());
        List<X509Certificate> certificates =
                PemCertificates.of(chain).stream().distinct().toList();
        byte[] signed = privateKey instanceof RSAKey ? null : signed(privateKey); // RSA keys show to which they belong
        List<X509Certificate> own = certificates.stream()
                .filter(certificate -> belongTogether(privateKey, certificate.getPublicKey(), signed))
                .toList();
        if (own.isEmpty()) {
            throw new IOException("The key in " + key + " does not match any certificate in " + chain
                    + ", the first of which is for " + subject(certificates.get(0)));
        }
        // Of several certificates for the same key, the first that is valid counts. One that is not valid yet is better
        // than an expired one: the clock of this machine may be behind.
        X509Certificate leaf = own.stream()
                .filter(this::isValid)
                .findFirst()
                .or(() -> own.stream()
                        .filter(certificate -> !hasExpired(certificate))
                        .findFirst())
                .orElse(own.get(0));
        if (rejectsExpired && hasExpired(leaf)) {
            throw new IOException("The certificate in " + chain + " for " + subject(leaf) + " expired on "
                    + leaf.getNotAfter().toInstant() + "; renew it");
        }
        return new Content(privateKey, ordered(leaf, certificates), HostNames.of(leaf));
    }

    private static String subject(X509Certificate certificate) {
        return certificate.getSubjectX500Principal().getName();
    }

    private boolean hasExpired(X509Certificate certificate) {
        return certificate.getNotAfter().toInstant().isBefore(clock.instant());
    }

    private boolean hasBegun(X509Certificate certificate) {
        return !certificate.getNotBefore().toInstant().isAfter(clock.instant());
    }

    /** Whether a certificate is valid now. */
    boolean isValid(X509Certificate certificate) {
        return hasBegun(certificate) && !hasExpired(certificate);
    }

    /** Returns a warning that the certificate of the key is not valid yet; null if its validity has begun. */
    @Nullable
    String notYetValid(X509Certificate leaf) {
        Instant begin = leaf.getNotBefore().toInstant();
        return hasBegun(leaf)
                ? null
                : "The certificate in " + chain + " for " + subject(leaf) + " is not valid before " + begin
                        + "; if that time has passed, correct the clock of this machine";
    }

    /**
     * Returns all certificates: first a certificate, then its issuers, the issuers of these, and so on. What belongs to
     * none of them comes last, in the order of the file.
     */
    private static X509Certificate[] ordered(X509Certificate leaf, List<X509Certificate> certificates) {
        List<X509Certificate> ordered = new ArrayList<>(List.of(leaf));
        List<X509Certificate> rest = new ArrayList<>(certificates);
        rest.remove(leaf);
        for (int at = 0; at < ordered.size(); at++) {
            X500Principal issuer = ordered.get(at).getIssuerX500Principal();
            for (X509Certificate other : List.copyOf(rest)) {
                if (other.getSubjectX500Principal().equals(issuer)) {
                    ordered.add(other);
                    rest.remove(other);
                }
            }
        }
        ordered.addAll(rest);
        return ordered.toArray(X509Certificate[]::new);
    }

    /** Returns a signature by the key. */
    private byte[] signed(PrivateKey own) throws IOException {
        try {
            Signature signature = Signature.getInstance(signatureOf(own));
            signature.initSign(own);
            signature.update(SAMPLE);
            return signature.sign();
        } catch (GeneralSecurityException ignored) { // its message may quote a part of the key
            throw new IOException("This JDK cannot sign with the " + own.getAlgorithm() + " key in " + key
                    + "; if it does not support the curve, use another one, such as P-256");
        }
    }

    private static boolean belongTogether(PrivateKey own, PublicKey shown, byte @Nullable [] signed) {
        if (own instanceof RSAKey ownRsa) {
            return shown instanceof RSAKey shownRsa && ownRsa.getModulus().equals(shownRsa.getModulus());
        }
        if (!own.getAlgorithm().equals(shown.getAlgorithm())) {
            return false;
        }
        try {
            Signature signature = Signature.getInstance(signatureOf(own));
            signature.initVerify(shown);
            signature.update(SAMPLE);
            return signature.verify(signed);
        } catch (GeneralSecurityException ignored) { // the keys are on different curves
            return false;
        }
    }

    private static String signatureOf(PrivateKey key) {
        return key.getAlgorithm().equals("EC") ? "SHA256withECDSA" : key.getAlgorithm();
    }
}
