package example;

import com.sun.net.httpserver.HttpsConfigurator;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * A server's key and certificate, from a file that {@code keytool} made.
 *
 * @param keyStore the file
 * @param password of the file and of the key in it
 */
record Identity(Path keyStore, char[] password) {
    /** What makes an {@code HttpsServer} of a server: all else is as in the clear. */
    HttpsConfigurator configurator() throws IOException {
        try {
            var store = KeyStore.getInstance(keyStore.toFile(), password);
            var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, password);
            var context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), null, null);
            return new HttpsConfigurator(context);
        } catch (GeneralSecurityException e) {
            throw new IOException("no key in " + keyStore, e);
        }
    }
}
