package dev.ringer.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.interfaces.RSAKey;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.X509ExtendedKeyManager;

/**
 * Two files, a chain of certificates and its private key, with methods that read their present content.
 *
 * @param chain the file with the certificates
 * @param key the file with the private key
 * @param password the password of the key; null for none
 */
record PemPair(Path chain, Path key, char[] password) {
    private static final char[] NO_PASSWORD = {};

    /**
     * Returns a text that changes when the files change: their times, sizes and identities. It follows links, so it
     * also changes when a link gets a new target.
     */
    String stamp() throws IOException {
        return stamp(chain) + stamp(key);
    }

    private static String stamp(Path file) throws IOException {
        try {
            BasicFileAttributes seen = Files.readAttributes(file, BasicFileAttributes.class);
            return seen.lastModifiedTime() + " " + seen.size() + " " + seen.fileKey() + "\n";
        } catch (NoSuchFileException e) {
            throw new IOException(file + " does not exist", e);
        }
    }

    /** Reads both files and checks that the key and the first certificate belong together. */
    X509ExtendedKeyManager load() throws IOException {
        PrivateKey privateKey = PemKey.read(key, password);
        X509Certificate[] certificates = certificates();
        String subject = certificates[0].getSubjectX500Principal().getName();
        try {
            if (!belongTogether(privateKey, certificates[0].getPublicKey())) {
                throw new IOException(
                        "The key in " + key + " is not that of the first certificate in " + chain + ", " + subject);
            }
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry("pem", privateKey, NO_PASSWORD, certificates);
            KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(store, NO_PASSWORD);
            return Stream.of(factory.getKeyManagers())
                    .filter(X509ExtendedKeyManager.class::isInstance)
                    .map(X509ExtendedKeyManager.class::cast)
                    .findFirst()
                    .orElseThrow();
        } catch (GeneralSecurityException e) {
            throw new IOException(
                    "The JDK cannot use " + key + " with " + chain + ", " + subject + ": " + e.getMessage(), e);
        }
    }

    private X509Certificate[] certificates() throws IOException {
        List<X509Certificate> certificates = new ArrayList<>();
        for (PemBlock block : PemBlock.of(chain)) {
            if (block.label().equals("CERTIFICATE")) {
                certificates.add(certificate(block));
            }
        }
        if (certificates.isEmpty()) {
            throw new IOException(chain + " has no CERTIFICATE");
        }
        return certificates.toArray(X509Certificate[]::new);
    }

    private X509Certificate certificate(PemBlock block) throws IOException {
        try {
            CertificateFactory factory = CertificateFactory.getInstance("X.509");
            return (X509Certificate) factory.generateCertificate(new ByteArrayInputStream(block.content()));
        } catch (CertificateException e) {
            throw new IOException(chain + ": the CERTIFICATE of line " + block.line() + " is damaged or cut off", e);
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
