package dev.ringer.tls;

import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The host names for which a certificate is valid: its subject alternative names (RFC 9525). Immutable.
 *
 * @param exact the names without a wildcard, in lower case
 * @param parents the parent domains of the names with a wildcard: {@code .example.com} for {@code *.example.com}
 */
record HostNames(Set<String> exact, Set<String> parents) {
    // the type of a host name among the general names of a certificate, RFC 5280, 4.2.1.6
    private static final Integer DNS_NAME = 2;

    static HostNames of(X509Certificate certificate) throws CertificateParsingException {
        Set<String> exact = new HashSet<>();
        Set<String> parents = new HashSet<>();
        Collection<List<?>> names = certificate.getSubjectAlternativeNames();
        for (List<?> name : names == null ? List.<List<?>>of() : names) {
            if (DNS_NAME.equals(name.get(0))) {
                String host = name.get(1).toString().toLowerCase(Locale.ROOT);
                if (host.startsWith("*.")) {
                    parents.add(host.substring(1));
                } else {
                    exact.add(host);
                }
            }
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
