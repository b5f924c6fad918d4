package dev.ringer.testkit;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.time.LocalDate;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * Keys and certificates of a server and a client, and TLS contexts that use them. The JDK's {@code keytool} makes them
 * once per day.
 */
public final class TestKeys {
    private static final Path FOLDER = Path.of("target", "test-keys");
    private static final char[] PASSWORD = "of-a-test".toCharArray();

    /** The key stores. The server trusts only the client's certificate, and the client only the server's. */
    private static final class Made {
        static final KeyStore SERVER = make("server", "CN=localhost", "SAN=dns:localhost,ip:127.0.0.1");
        static final KeyStore CLIENT = make("client", "CN=a client", "SAN=dns:client.test");
    }

    private TestKeys() {}

    /** Returns a new TLS context of the server; its session cache is empty. */
    public static SSLContext serverContext() {
        return context(Made.SERVER, Made.CLIENT);
    }

    /** Returns a new TLS context of a client that has no certificate. */
    public static SSLContext clientContext() {
        return context(null, Made.SERVER);
    }

    /** Returns a new TLS context of a client with the certificate {@code CN=a client}. */
    public static SSLContext certifiedClientContext() {
        return context(Made.CLIENT, Made.SERVER);
    }

    /**
     * Writes the server's key into a new file, for a server in another process. Its password is {@link #password()}.
     */
    public static Path writtenServerStore() throws IOException {
        Path file = Files.createTempFile("ringer-keys", ".p12");
        try (OutputStream out = Files.newOutputStream(file)) {
            Made.SERVER.store(out, PASSWORD);
            return file;
        } catch (GeneralSecurityException e) {
            throw new AssertionError("this JDK writes no key stores", e);
        }
    }

    /** Returns the server's key and certificate as PEM text, for proxies. */
    public static String serverPem() {
        try {
            String alias = Made.SERVER.aliases().nextElement();
            return pem("PRIVATE KEY", Made.SERVER.getKey(alias, PASSWORD).getEncoded())
                    + pem("CERTIFICATE", Made.SERVER.getCertificate(alias).getEncoded());
        } catch (GeneralSecurityException e) {
            throw new AssertionError("the key cannot be exported", e);
        }
    }

    private static String pem(String kind, byte[] content) {
        String lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        return "-----BEGIN " + kind + "-----\n" + lines + "\n-----END " + kind + "-----\n";
    }

    /** Returns the client's certificate as PEM text, for proxies that trust this client. */
    public static String clientPem() {
        try {
            String alias = Made.CLIENT.aliases().nextElement();
            return pem("CERTIFICATE", Made.CLIENT.getCertificate(alias).getEncoded());
        } catch (GeneralSecurityException e) {
            throw new AssertionError("the certificate cannot be exported", e);
        }
    }

    /** Returns the SHA-256 fingerprint of the server's certificate, as in {@code 0A:1B:…}. */
    public static String serverFingerprint() {
        try {
            String alias = Made.SERVER.aliases().nextElement();
            byte[] certificate = Made.SERVER.getCertificate(alias).getEncoded();
            return HexFormat.ofDelimiter(":")
                    .withUpperCase()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(certificate));
        } catch (GeneralSecurityException e) {
            throw new AssertionError("the certificate cannot be digested", e);
        }
    }

    /** Returns the password of the file that {@link #writtenServerStore()} writes. */
    public static String password() {
        return new String(PASSWORD);
    }

    private static SSLContext context(KeyStore own, KeyStore trusted) {
        try {
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(own, PASSWORD);
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(own == null ? null : keys.getKeyManagers(), trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new AssertionError("this JDK has no TLS", e);
        }
    }

    private static KeyStore make(String alias, String name, String extension) {
        try {
            Path made = Files.createDirectories(FOLDER).resolve(alias + "-" + LocalDate.now() + ".p12");
            if (!Files.exists(made)) {
                Path file = FOLDER.resolve(alias + ProcessHandle.current().pid());
                keytool(file, alias, name, extension);
                Files.move(file, made, StandardCopyOption.ATOMIC_MOVE); // the last of several JVMs wins
            }
            KeyStore store = KeyStore.getInstance("PKCS12");
            try (InputStream in = Files.newInputStream(made)) {
                store.load(in, PASSWORD);
            }
            return store;
        } catch (IOException | GeneralSecurityException | InterruptedException e) {
            throw new AssertionError("keytool made no key store", e);
        }
    }

    private static void keytool(Path file, String alias, String name, String extension)
            throws IOException, InterruptedException {
        String tool = System.getProperty("java.home") + File.separator + "bin" + File.separator + "keytool";
        List<String> command = List.of(
                tool,
                "-genkeypair",
                "-alias",
                alias,
                "-dname",
                name,
                "-ext",
                extension,
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-validity",
                "30",
                "-storetype",
                "PKCS12",
                "-keystore",
                file.toString(),
                "-storepass",
                new String(PASSWORD));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes());
        if (process.waitFor() != 0) {
            throw new IOException(said);
        }
    }
}
