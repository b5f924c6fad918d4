package dev.ringer.tls;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.ringer.Ringer;
import dev.ringer.RingerProvider;
import dev.ringer.files.FileServers;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.Settings;
import dev.ringer.options.TlsOptions;
import dev.ringer.testkit.RecordedLog;
import dev.ringer.testkit.Ring;
import dev.ringer.testkit.SystemProperties;
import dev.ringer.testkit.TestServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.KeyStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.logging.Level;
import javax.net.ssl.X509ExtendedKeyManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that no exception, log record or output contains a part of a private key or a password, whatever the files with
 * them look like. Log files and standard error go to places that many people can read.
 */
@Timeout(120)
class KeysInMessagesTest {
    private static final Path SAMPLES = Path.of("src/test/resources/dev/ringer/tls");
    private static final String PASSWORD = "correct-horse-battery";
    private static final long SEED = 20261128;

    /** How many characters of a secret in a row count as a leak. */
    private static final int RUN = 8;

    /** How many bytes of each file are changed, one at a time. */
    private static final int CHANGED_BYTES = Ring.choose(8, 60);

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ec.pem",
                "ec-sec1.pem",
                "ec-encrypted.pem",
                "rsa.pem",
                "rsa-pkcs1.pem",
                "rsa-old-encryption.pem",
                "ed25519.pem"
            })
    void containNothingOfADeformedKey(String name) throws Exception {
        Secrets secrets = new Secrets();
        String pem = Files.readString(SAMPLES.resolve(name));
        PemBlock block = lastOf(name);
        secrets.add(block.content());
        secrets.add(PASSWORD);
        Map<String, byte[]> deformed = deformed(pem, block);
        Path certificate = Files.copy(SAMPLES.resolve("ec.crt"), folder.resolve("tls.crt"));
        Path key = Files.copy(SAMPLES.resolve("ec.pem"), folder.resolve("tls.key"));
        try (RecordedLog log = RecordedLog.from(Level.INFO)) {
            X509ExtendedKeyManager running = PemContext.builder(certificate, key)
                    .reloadInterval(Duration.ZERO)
                    .keyManager();
            int time = 0;
            for (Map.Entry<String, byte[]> file : deformed.entrySet()) {
                Path bad = Files.write(folder.resolve("bad"), file.getValue());

                secrets.check(file.getKey(), built(certificate, bad));
                secrets.check(file.getKey() + " as a certificate", built(bad, key));
                secrets.check(file.getKey() + " as both", built(bad, bad));
                secrets.check(file.getKey() + " as authorities", trusting(bad));
                secrets.check(file.getKey() + " as a password", passwordFrom(bad));
                Files.write(key, file.getValue());
                Files.setLastModifiedTime(key, FileTime.from(Instant.ofEpochSecond(++time)));
                running.getServerAliases("EC", null);
            }
            log.records(entry -> true).forEach(entry -> secrets.check("the log", RecordedLog.printed(entry)));
            assertThat(log.records(entry -> entry.getMessage().contains(key.toString())))
                    .hasSizeGreaterThan(5);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ec.pem", "rsa-old-encryption.pem"})
    void containNothingOfAKeyThatIsGivenInsteadOfAPath(String name) throws Exception {
        Secrets secrets = new Secrets();
        String pem = Files.readString(SAMPLES.resolve(name));
        secrets.add(lastOf(name).content());
        String pemInBase64 = Base64.getEncoder().encodeToString(pem.getBytes(UTF_8));
        String pemInLines = Base64.getMimeEncoder().encodeToString(pem.getBytes(UTF_8));
        // what OpenSSL has encrypted is no DER
        String der = name.startsWith("rsa-old")
                ? pem
                : Base64.getEncoder().encodeToString(lastOf(name).content());
        secrets.add(pemInBase64);
        for (String text : new String[] {
            pem,
            pem.replace("\n", " "),
            "tls.key,," + pem,
            pem + "\0",
            pemInBase64,
            pemInLines,
            pemInBase64 + "\0",
            der,
            der + "\0"
        }) {
            for (String property : new String[] {"certificate", "key", "clientCa"}) {
                Map<String, String> properties = new LinkedHashMap<>();
                properties.put(
                        "ringer.tls.certificate", SAMPLES.resolve("ec.crt").toString());
                properties.put("ringer.tls.key", SAMPLES.resolve("ec.pem").toString());
                properties.put("ringer.tls." + property, text);
                try (SystemProperties ignored = SystemProperties.with(properties)) {
                    new RingerProvider().createHttpServer(TestServer.anyPort(), 0);
                    fail("a server was made");
                } catch (IOException e) {
                    secrets.check(property, trace(e));
                }
            }
            secrets.check("--key", served("--cert", SAMPLES.resolve("ec.crt").toString(), "--key", text));
            secrets.check("--tls", served("--tls", text));
            secrets.check("--key=", served("--key=" + text));
            Optional<Path> path = path(text);
            if (path.isPresent()) {
                secrets.check("a path", built(SAMPLES.resolve("ec.crt"), path.get()));
            }
        }
    }

    /** Returns the path that a text names; empty if it can name none on this system. */
    private static Optional<Path> path(String text) {
        try {
            return Optional.of(Path.of(text));
        } catch (InvalidPathException none) {
            return Optional.empty();
        }
    }

    @Test
    void containNothingOfWhatTheFileServerIsGiven() throws Exception {
        Secrets secrets = new Secrets();
        String pem = Files.readString(SAMPLES.resolve("ec.pem"));
        PemBlock block = lastOf("ec.pem");
        secrets.add(block.content());
        secrets.add(PASSWORD);
        Path password = Files.writeString(folder.resolve("password"), PASSWORD);
        for (Map.Entry<String, byte[]> file : deformed(pem, block).entrySet()) {
            String bad = Files.write(folder.resolve("bad"), file.getValue()).toString();
            String good = SAMPLES.resolve("ec.crt").toString();

            secrets.check(file.getKey(), served("--cert", good, "--key", bad));
            secrets.check(file.getKey(), served("--cert", bad, "--key", bad, "--password-file", password.toString()));
            secrets.check(file.getKey(), served("--tls", bad, "--password-file", password.toString()));
            secrets.check(
                    file.getKey(),
                    served("--cert", good, "--key", SAMPLES.resolve("ec-encrypted.pem") + "", "--password-file", bad));
        }
    }

    @Test
    void containNoPassword() throws Exception {
        Secrets secrets = new Secrets();
        for (String password : new String[] {PASSWORD, "pâsswörd-of-a-test", "パスワードは秘密です"}) {
            secrets.add(password);
            for (byte[] file : new byte[][] {
                password.getBytes(UTF_8),
                password.getBytes(ISO_8859_1),
                password.getBytes(UTF_16LE),
                ("\uFEFF" + password).getBytes(UTF_16BE),
                ("\uFEFF" + password + "\r\n").getBytes(UTF_8)
            }) {
                Path source = Files.write(folder.resolve("password"), file);
                TlsOptions options = TlsOptions.builder()
                        .addCertificate(SAMPLES.resolve("ec.crt"), SAMPLES.resolve("ec-encrypted.pem"))
                        .keyPasswordFile(source)
                        .build();
                try {
                    Ringer.create(
                            TestServer.anyPort(),
                            0,
                            ServerOptions.builder().set(Settings.TLS, options).build());
                    fail("a server was made");
                } catch (IOException e) {
                    secrets.check(password, trace(e));
                }
                secrets.check(password, options.toString());
            }
        }
    }

    // ---- what is tried

    private String built(Path chain, Path key) {
        try {
            PemContext.builder(chain, key).password(PASSWORD.toCharArray()).build();
            return "";
        } catch (IOException e) {
            return trace(e);
        }
    }

    private static String trusting(Path authorities) {
        try {
            PemContext.builder(SAMPLES.resolve("ec.crt"), SAMPLES.resolve("ec.pem"))
                    .trustAuthorities(authorities);
            return "";
        } catch (IOException e) {
            return trace(e);
        }
    }

    private static String passwordFrom(Path file) {
        try {
            return built(SAMPLES.resolve("ec.crt"), SAMPLES.resolve("ec-encrypted.pem"), PemContext.readPassword(file));
        } catch (IOException e) {
            return trace(e);
        }
    }

    private static String built(Path chain, Path key, char[] password) {
        try {
            PemContext.builder(chain, key).password(password).build();
            return "";
        } catch (IOException e) {
            return trace(e);
        }
    }

    /** Returns what the file server prints. It never starts, because its port is taken. */
    private static String served(String... arguments) throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String[] all = Arrays.copyOf(arguments, arguments.length + 4);
            all[arguments.length] = "-b";
            all[arguments.length + 1] = "127.0.0.1";
            all[arguments.length + 2] = "-p";
            all[arguments.length + 3] = Integer.toString(taken.getLocalPort());
            String printed = FileServers.printedBy(all);
            assertThat(printed).isNotEmpty();
            return printed;
        }
    }

    private static String trace(Throwable failure) {
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text, true));
        return text.toString();
    }

    // ---- files

    private static PemBlock lastOf(String name) throws IOException {
        List<PemBlock> blocks = PemBlock.of(SAMPLES.resolve(name));
        return blocks.get(blocks.size() - 1); // parameters of a key may come first
    }

    private static Map<String, byte[]> deformed(String pem, PemBlock block) throws Exception {
        String label = block.label();
        String begin = "-----BEGIN " + label + "-----";
        String end = "-----END " + label + "-----";
        String base64 = Base64.getEncoder().encodeToString(block.content());
        String inLines = pem.substring(pem.indexOf(begin) + begin.length(), pem.indexOf(end));
        String letters = base64.replaceAll("[^A-Za-z0-9]", "");
        Map<String, byte[]> files = new LinkedHashMap<>();
        put(files, "unchanged", pem);
        put(files, "one line with blanks", pem.replace('\n', ' '));
        put(files, "one line", pem.replace("\n", ""));
        put(files, "one line of base64", begin + "\n" + base64 + "\n" + end);
        put(files, "BEGIN with base64", begin + base64 + "\n" + end);
        put(files, "BEGIN with base64 and dashes", begin + base64 + "-----\n" + end);
        put(files, "END behind base64", begin + "\n" + base64 + end);
        put(files, "CR", pem.replace('\n', '\r'));
        put(files, "CR LF", pem.replace("\n", "\r\n"));
        put(files, "CR CR LF", pem.replace("\n", "\r\r\n"));
        put(files, "form feed", pem.replace('\n', '\f'));
        put(files, "vertical tab", pem.replace('\n', '\u000b'));
        put(files, "next line", pem.replace('\n', '\u0085'));
        put(files, "NUL", pem.replace('\n', '\0'));
        put(files, "escaped line breaks", pem.replace("\n", "\\n"));
        put(files, "JSON", "{\"key\": \"" + pem.replace("\n", "\\n") + "\"}");
        put(files, "YAML", "key: |\n  " + pem.replace("\n", "\n  "));
        put(files, "YAML folded", "key: >\n  " + pem.replace("\n", " "));
        put(files, "quoted", '"' + pem + '"');
        put(files, "no END", pem.replace(end, ""));
        put(files, "no BEGIN", pem.replace(begin, ""));
        put(files, "base64 alone", base64);
        put(files, "END without dashes", pem.replace(end, "-----END " + label));
        put(files, "BEGIN without dashes", pem.replace(begin, "-----BEGIN " + label));
        put(files, "BEGIN with four dashes", pem.replace(begin, begin.substring(1)));
        put(files, "END of another label", pem.replace(end, "-----END CERTIFICATE-----"));
        put(files, "END with base64", pem.replace(end, "-----END " + base64 + "-----"));
        put(
                files,
                "base64 as the label",
                "-----BEGIN " + base64 + "-----\n" + inLines + "\n-----END " + base64 + "-----");
        put(files, "short label", "-----BEGIN " + letters.substring(0, 12) + "-----\n" + inLines);
        put(files, "short label with END", pem.replace(label, letters.substring(0, 12)));
        put(files, "short label of a key", pem.replace(label, letters.substring(0, 11) + " PRIVATE KEY"));
        put(files, "short label of a certificate", pem.replace(label, letters.substring(0, 11) + " CERTIFICATE"));
        put(files, "lower case", pem.replace(begin, begin.toLowerCase()).replace(end, end.toLowerCase()));
        for (String other : new String[] {
            "CERTIFICATE",
            "X509 CERTIFICATE",
            "TRUSTED CERTIFICATE",
            "ATTRIBUTE CERTIFICATE",
            "CERTIFICATE REQUEST",
            "PKCS7",
            "PUBLIC KEY",
            "PRIVATE KEY",
            "ENCRYPTED PRIVATE KEY",
            "RSA PRIVATE KEY",
            "EC PRIVATE KEY",
            "DSA PRIVATE KEY",
            "OPENSSH PRIVATE KEY",
            "ANY PRIVATE KEY"
        }) {
            put(files, other, pem.replace(label, other));
        }
        String proc = "\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC," + base64.substring(0, 16) + "\n";
        put(files, "Proc-Type", pem.replace(begin, begin + proc));
        put(files, "a header with base64", pem.replace(begin, begin + "\n" + base64 + ": " + base64 + "\n"));
        put(files, "an unknown header", pem.replace(begin, begin + "\nComment: " + base64));
        put(files, "not Base64", begin + "\n?" + base64 + "\n" + end);
        put(files, "not Base64 at its end", begin + "\n" + base64 + "!\n" + end);
        put(files, "URL-safe", begin + "\n" + base64.replace('+', '-').replace('/', '_') + "\n" + end);
        put(
                files,
                "padding in the middle",
                begin + "\n" + base64.substring(0, 42) + "==" + base64.substring(42) + "\n" + end);
        put(files, "byte order mark", "\uFEFF" + pem);
        put(files, "twice", pem + pem);
        put(files, "text behind END", pem.stripTrailing() + base64);
        put(files, "text before BEGIN", base64 + pem);
        put(files, "half", pem.substring(0, pem.length() / 2));
        put(files, "PEM within a certificate", wrapped("CERTIFICATE", pem.getBytes(UTF_8)));
        put(files, "PEM within a key", wrapped("PRIVATE KEY", pem.getBytes(UTF_8)));
        put(files, "Base64 within a certificate", wrapped("CERTIFICATE", base64.getBytes(UTF_8)));
        put(files, "a header within a certificate", wrapped("CERTIFICATE", ("-----" + base64).getBytes(UTF_8)));
        files.put("UTF-16LE", pem.getBytes(UTF_16LE));
        files.put("UTF-16BE", pem.getBytes(UTF_16BE));
        files.put("UTF-16 with a mark", ("\uFEFF" + pem).getBytes(UTF_16LE));
        files.put("DER", block.content());
        for (String type : new String[] {"JKS", "PKCS12"}) {
            files.put(type, Files.readAllBytes(store(type, block.content())));
        }
        Random random = new Random(SEED);
        for (int i = 0; i < CHANGED_BYTES; i++) {
            byte[] content = block.content().clone();
            int at = i % 2 == 0
                    ? i % content.length
                    : random.nextInt(content.length); // the first bytes are the structure of the key
            content[at] = (byte) (content[at] + 1 + random.nextInt(255));
            put(files, "byte " + at + " = " + content[at], wrapped(label, content));
            put(files, "as a certificate, byte " + at + " = " + content[at], wrapped("CERTIFICATE", content));
            byte[] bytes = pem.getBytes(UTF_8);
            int place = random.nextInt(bytes.length);
            bytes[place] = (byte) random.nextInt(256);
            files.put("character " + place + " = " + bytes[place], bytes);
        }
        return files;
    }

    private static Path store(String type, byte[] secret) throws Exception {
        Path file = Files.createTempFile("ringer", type);
        try (var out = Files.newOutputStream(file)) {
            KeyStore store = KeyStore.getInstance(type);
            store.load(null, null);
            store.store(out, PASSWORD.toCharArray());
            out.write(secret);
            return file;
        } finally {
            file.toFile().deleteOnExit();
        }
    }

    private static void put(Map<String, byte[]> files, String name, String content) {
        files.put(name, content.getBytes(UTF_8));
    }

    private static String wrapped(String label, byte[] content) {
        return "-----BEGIN " + label + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content) + "\n-----END " + label
                + "-----\n";
    }

    /** All runs of characters that no text may contain. */
    private static final class Secrets {
        private final Set<String> runs = new HashSet<>();
        private final Set<String> hexRuns = new HashSet<>();
        private final Set<String> checked = new HashSet<>();

        void add(byte[] secret) {
            add(Base64.getEncoder().encodeToString(secret));
            add(new String(secret, ISO_8859_1));
            String hex = HexFormat.of().formatHex(secret);
            for (int at = 0; at + 2 * RUN <= hex.length(); at += 2) {
                hexRuns.add(hex.substring(at, at + 2 * RUN));
            }
        }

        void add(String secret) {
            for (int at = 0; at + RUN <= secret.length(); at++) {
                runs.add(secret.substring(at, at + RUN));
            }
        }

        void check(String what, String text) {
            if (checked.add(text)) {
                checkRuns(what, text);
                checkRuns(what, text.replaceAll("\\s", ""));
            }
        }

        private void checkRuns(String what, String text) {
            for (int at = 0; at < text.length(); at++) {
                if (runs.contains(text.substring(at, Math.min(text.length(), at + RUN)))
                        || hexRuns.contains(text.substring(at, Math.min(text.length(), at + 2 * RUN)))) {
                    fail("%s: a secret is shown by %s", what, text);
                }
            }
        }
    }
}
