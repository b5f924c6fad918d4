package bench;

import java.io.FileInputStream;
import java.io.InputStream;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** The identity in the key store of system property keystore, the same for every server. */
public final class Tls {
    public static final String PASSWORD = "changeit";

    private Tls() {}

    /** Where the key store is, or null for a server in clear text. */
    public static String keystore() {
        return System.getProperty("keystore");
    }

    public static SSLContext context() throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys().getKeyManagers(), null, null);
        return context;
    }

    public static KeyManagerFactory keys() throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = new FileInputStream(keystore())) {
            store.load(in, PASSWORD.toCharArray());
        }
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, PASSWORD.toCharArray());
        return keys;
    }
}
