package dev.ringer.tls;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.security.interfaces.RSAKey;
import java.time.Instant;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.X509ExtendedKeyManager;

/**
 * Two files: one with a chain of certificates, the other with the private key for the first certificate. Each method
 * reads the files again.
 *
 * @param chain the file with the certificates
 * @param key the file with the private key
 * @param password the password with which the key is encrypted; null for none
 * @param rejectsExpired whether an expired certificate of the server makes the files unusable
 */
record PemPair(Path chain, Path key, char[] password, boolean rejectsExpired) {
    private static final char[] NO_PASSWORD = {};

    /**
     * The content of the two files.
     *
     * @param keys the key and the chain
     * @param names the host names for which the certificate is valid
     */
    record Content(X509ExtendedKeyManager keys, HostNames names) {}

    /** Returns a text that changes whenever one of the files changes. */
    String stamp() throws IOException {
        return PemFile.stamp(chain) + PemFile.stamp(key);
    }

    /** Reads both files, and checks that the key belongs to the first certificate. */
    Content load() throws IOException {
        PrivateKey privateKey = PemKey.read(key, password);
        X509Certificate[] certificates = PemCertificates.of(chain).toArray(X509Certificate[]::new);
        String subject = certificates[0].getSubjectX500Principal().getName();
        try {
            if (!belongTogether(privateKey, certificates[0].getPublicKey())) {
                throw new IOException(
                        "The key in " + key + " is not that of the first certificate in " + chain + ", " + subject);
            }
            Instant end = certificates[0].getNotAfter().toInstant();
            if (rejectsExpired && end.isBefore(Instant.now())) {
                throw new IOException("The first certificate in " + chain + ", " + subject + ", has expired on " + end);
            }
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry("pem", privateKey, NO_PASSWORD, certificates);
            KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(store, NO_PASSWORD);
            X509ExtendedKeyManager keys = Stream.of(factory.getKeyManagers())
                    .filter(X509ExtendedKeyManager.class::isInstance)
                    .map(X509ExtendedKeyManager.class::cast)
                    .findFirst()
                    .orElseThrow();
            return new Content(keys, HostNames.of(certificates[0]));
        } catch (GeneralSecurityException e) {
            throw new IOException(
                    "The JDK cannot use " + key + " with " + chain + ", " + subject + ": " + e.getMessage(), e);
        }
    }

    private static boolean belongTogether(PrivateKey own, PublicKey shown) throws GeneralSecurityException {
        if (own instanceof RSAKey ownRsa && shown instanceof RSAKey shownRsa) {
            return ownRsa.getModulus().equals(shownRsa.getModulus());
        }
        if (!own.getAlgorithm().equals(shown.getAlgorithm())) {
            return false;
        }
        Signature signature =
                Signature.getInstance(own.getAlgorithm().equals("EC") ? "SHA256withECDSA" : own.getAlgorithm());
        byte[] text = {1, 2, 3};
        signature.initSign(own);
        signature.update(text);
        byte[] signed = signature.sign();
        signature.initVerify(shown);
        signature.update(text);
        return signature.verify(signed);
    }
}
