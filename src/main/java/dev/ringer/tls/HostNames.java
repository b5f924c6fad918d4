package dev.ringer.tls;

import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/**
 * The host names for which a certificate is valid: its subject alternative names (RFC 9525). Immutable.
 *
 * @param exact the names without a wildcard, in lower case
 * @param parents the parent domains of the names with a wildcard: {@code .example.com} for {@code *.example.com}
 */
record HostNames(Set<String> exact, Set<String> parents) {
    /** The identifier of the extension with the subject alternative names, RFC 5280, 4.2.1.6. */
    private static final String SUBJECT_ALTERNATIVE_NAMES = "2.5.29.17";

    /** The tag of a host name among the general names of a certificate, RFC 5280, 4.2.1.6: {@code [2]}. */
    private static final int DNS_NAME = 0x82;

    /**
     * Reads the names. The JDK would refuse all of them if it does not like one of another type, such as an URI with a
     * blank.
     */
    static HostNames of(X509Certificate certificate) {
        Set<String> exact = new HashSet<>();
        Set<String> parents = new HashSet<>();
        byte[] extension = certificate.getExtensionValue(SUBJECT_ALTERNATIVE_NAMES);
        try {
            Der names = new Der(extension == null ? new byte[0] : new Der(new Der(extension).content()).content());
            while (names.hasMore()) {
                boolean isHost = names.tag() == DNS_NAME;
                String host = new String(names.content(), StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
                if (isHost && host.startsWith("*.")) {
                    parents.add(host.substring(1));
                } else if (isHost) {
                    exact.add(host);
                }
            }
        } catch (IndexOutOfBoundsException ignored) { // the extension is damaged: its first names count
        }
        return new HostNames(Set.copyOf(exact), Set.copyOf(parents));
    }

    /** Whether the certificate has exactly this host name, and not only a wildcard that covers it. */
    boolean contain(String host) {
        return exact.contains(host);
    }

    /** Whether a wildcard name of the certificate covers a host name. A wildcard stands for one label of the name. */
    boolean cover(String host) {
        int dot = host.indexOf('.');
        return dot > 0 && parents.contains(host.substring(dot));
    }
}
