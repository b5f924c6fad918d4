package dev.ringer.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/** Reads certificates from PEM files. The error messages name the file and say what is wrong. */
final class PemCertificates {
    private PemCertificates() {}

    /** Reads all certificates of a file. Throws an exception if there is none. */
    static List<X509Certificate> of(Path file) throws IOException {
        List<X509Certificate> certificates = new ArrayList<>();
        for (PemBlock block : PemBlock.of(file)) {
            if (block.label().equals("CERTIFICATE")) {
                certificates.add(certificate(file, block));
            }
        }
        if (certificates.isEmpty()) {
            throw new IOException(file + " has no CERTIFICATE");
        }
        return certificates;
    }

    private static X509Certificate certificate(Path file, PemBlock block) throws IOException {
        try {
            CertificateFactory factory = CertificateFactory.getInstance("X.509");
            return (X509Certificate) factory.generateCertificate(new ByteArrayInputStream(block.content()));
        } catch (CertificateException ignored) { // its message quotes the file, which may contain a key by mistake
            throw new IOException(file + ": the " + block.kind() + " is damaged or cut off");
        }
    }

    /** Returns trust managers that trust every certificate signed by one of the authorities in a file. */
    static TrustManager[] trust(Path file) throws IOException {
        List<X509Certificate> authorities = of(file);
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            for (int i = 0; i < authorities.size(); i++) {
                store.setCertificateEntry(Integer.toString(i), authorities.get(i));
            }
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(store);
            return factory.getTrustManagers();
        } catch (GeneralSecurityException e) {
            throw new IOException("The JDK cannot use the authorities in " + file + ": " + e.getMessage(), e);
        }
    }
}
