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
import java.util.Set;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/** Reads certificates from PEM files. The error messages name the file and say what is wrong. */
final class PemCertificates {
    /** The label of RFC 7468, the older one that it names, and that of OpenSSL's {@code x509 -trustout}. */
    private static final Set<String> LABELS = Set.of("CERTIFICATE", "X509 CERTIFICATE", "TRUSTED CERTIFICATE");

    private PemCertificates() {}

    /** Reads all certificates of a file, in the order of the file. Throws an exception if there is none. */
    static List<X509Certificate> of(Path file) throws IOException {
        List<X509Certificate> certificates = new ArrayList<>();
        List<PemBlock> blocks = PemBlock.of(file);
        for (PemBlock block : blocks) {
            if (LABELS.contains(block.label())) {
                certificates.add(certificate(file, block));
            } else if (block.label().endsWith("CERTIFICATE")) { // never go on without a certificate of the file
                throw new IOException(file + ": the " + block.kind() + " cannot be used for TLS");
            }
        }
        if (certificates.isEmpty()) {
            throw new IOException(file + " contains no CERTIFICATE block, only " + PemBlock.kinds(blocks)
                    + "; use the file with the certificates");
        }
        return certificates;
    }

    private static X509Certificate certificate(Path file, PemBlock block) throws IOException {
        byte[] encoded = new byte[0];
        try {
            // OpenSSL writes its own settings of trust behind a TRUSTED CERTIFICATE
            encoded = new Der(block.content()).element();
            CertificateFactory factory = CertificateFactory.getInstance("X.509");
            return (X509Certificate) factory.generateCertificate(new ByteArrayInputStream(encoded));
        } catch (CertificateException e) {
            throw new IOException(file + ": the " + block.kind() + reason(encoded, e));
        } catch (IndexOutOfBoundsException ignored) { // the end of the certificate is missing
            throw new IOException(file + ": the " + block.kind() + " is damaged or truncated");
        }
    }

    /**
     * Says why the JDK cannot read a certificate. Repeats the message of the JDK, which may quote what could not be
     * read, only if the bytes have the structure of a certificate: there may be a key instead.
     */
    private static String reason(byte[] encoded, CertificateException failure) {
        if (!hasStructureOfCertificate(encoded)) {
            return " is damaged or not a certificate";
        }
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return " cannot be read by the JDK: "
                + String.valueOf(cause.getMessage()).replaceAll("[^ -~]", "?");
    }

    /** Whether the bytes are a sequence of two sequences and a bit string (RFC 5280, 4.1). */
    private static boolean hasStructureOfCertificate(byte[] encoded) {
        try {
            Der parts = new Der(new Der(encoded).content());
            for (int tag : new int[] {Der.SEQUENCE, Der.SEQUENCE, Der.BITS}) {
                if (parts.tag() != tag) {
                    return false;
                }
                parts.element();
            }
            return !parts.hasMore();
        } catch (IndexOutOfBoundsException ignored) { // an element is incomplete
            return false;
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
            throw new IOException(file + " cannot be used as client certificate authorities: " + e.getMessage(), e);
        }
    }
}
