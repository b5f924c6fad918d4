package dev.ringer.files;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * The options of {@code java -jar ringer.jar}. As far as possible, they have the same names as the options of the JDK's
 * {@code jwebserver}. The fields do not change after {@link #of} has returned.
 */
final class CommandLine {
    static final String HELP = """
            Ringer is an engine for com.sun.net.httpserver, the HTTP server of the JDK. To run a program on it, put
            this jar on the program's class path, or start the program with -javaagent:ringer.jar.

            On its own, this jar serves the files in a folder:

            Usage: java -jar ringer.jar [options]

              -d, --directory DIR      folder to serve (default: the current one)
              -b, --bind-address ADDR  address to listen on (default: 127.0.0.1; 0.0.0.0 or :: for all)
              -p, --port PORT          port to listen on (default: 8000; 0 picks a free one)
                  --cert FILE          serve HTTPS with the certificates in this PEM file, the server's own first
                  --key FILE           PEM file with the private key for --cert
                  --tls KEYSTORE       serve HTTPS with the key in this key store (PKCS12 or JKS)
                  --password-file FILE file whose first line is the password of the key or key store; the password
                                       of a key store may also come from RINGER_KEYSTORE_PASSWORD or a prompt
                  --no-listing         answer 404 for folders without an index.html instead of listing them
                  --spa                single-page application: serve index.html for paths that match no file and
                                       whose last part has no dot
                  --cache RULE         Cache-Control for files, as GLOB=VALUE or GLOB=SECONDS, such as
                                       'assets/**=31536000'; SECONDS alone applies to all files, and the first
                                       matching rule wins (default: no-cache, so that browsers revalidate)
                  --cors               let pages from other origins read the files
                                       (Access-Control-Allow-Origin: *)
                  --charset NAME       character set of text files (default: UTF-8)
                  --no-precompressed   ignore app.js.br, app.js.zst and app.js.gz next to app.js
              -o, --output LEVEL       info prints a line for each request (default), none prints nothing
                  --version            print the versions of Ringer and Java
              -h, --help               print this help

            If the folder contains a file 404.html, it is sent with every 404.

            Server settings are system properties, before -jar: java -Dringer.accessLog=json:- -jar ringer.jar
            """;

    private static final Pattern SECONDS = Pattern.compile("\\d{1,10}");
    private static final Pattern FIELD_VALUE = Pattern.compile("[!-~][ -~]*");

    Path folder = Path.of("");
    InetAddress address = InetAddress.getLoopbackAddress();
    int port = 8000; // 0 for any free port

    @Nullable
    Path certificate; // PEM file with the certificates for HTTPS; null for HTTP, and for HTTPS with a key store

    @Nullable
    Path key; // PEM file with the private key; null if certificate is null

    @Nullable
    Path keyStore; // null for HTTP, and for HTTPS with PEM files

    @Nullable
    Path passwordFile; // its first line is the password of the key or the key store; null if there is none

    boolean listing = true;
    boolean singlePage;
    final List<CacheRule> cacheRules = new ArrayList<>();
    boolean crossOrigin;
    Charset charset = StandardCharsets.UTF_8;
    boolean precompressed = true;
    boolean logging = true;
    boolean version;
    boolean help;

    /** A rule for {@code Cache-Control}, as {@link FileHandler.Builder#cacheControl} takes it. */
    record CacheRule(String glob, String value) {}

    /** Thrown if the command line is invalid. The message is the reason, in one line. */
    static final class Refused extends Exception {
        Refused(String message) {
            super(message);
        }
    }

    /** PEM text, and PEM text or DER in Base64, alone or behind an equals sign. */
    private static final Pattern KEY_OR_CERTIFICATE =
            Pattern.compile("(?s).*(-----|LS0tLS1CRUdJTi).*|([^=]*=)?\\s*M[C-I][A-Za-z0-9+/=\\s]{58,}.*");

    private CommandLine() {}

    static CommandLine of(String... arguments) throws Refused {
        CommandLine line = new CommandLine();
        Deque<String> rest = new ArrayDeque<>(List.of(arguments));
        while (!rest.isEmpty()) {
            line.read(rest.pop(), rest);
        }
        if (line.certificate == null != (line.key == null)) {
            throw new Refused("--cert and --key must be used together");
        }
        if (line.certificate != null && line.keyStore != null) {
            throw new Refused("--cert and --tls cannot be used together");
        }
        return line;
    }

    private void read(String option, Deque<String> rest) throws Refused {
        switch (option) {
            case "-d", "--directory" -> folder = path(option, value(option, rest));
            case "-b", "--bind-address" -> address = address(value(option, rest));
            case "-p", "--port" -> port = port(value(option, rest));
            case "--cert" -> certificate = path(option, value(option, rest));
            case "--key" -> key = path(option, value(option, rest));
            case "--tls" -> keyStore = path(option, value(option, rest));
            case "--password-file" -> passwordFile = path(option, value(option, rest));
            case "--no-listing" -> listing = false;
            case "--spa" -> singlePage = true;
            case "--cache" -> cacheRules.add(cacheRule(value(option, rest)));
            case "--cors" -> crossOrigin = true;
            case "--charset" -> charset = charset(value(option, rest));
            case "--no-precompressed" -> precompressed = false;
            case "-o", "--output" -> logging = logging(value(option, rest));
            case "--version" -> version = true;
            case "-h", "-?", "--help" -> help = true;
            default ->
                throw new Refused("unknown option"
                        + (isSecret(option) ? " (not shown: it looks like a key or certificate)" : ": " + option));
        }
    }

    private static String value(String option, Deque<String> rest) throws Refused {
        if (rest.isEmpty()) {
            throw new Refused(option + " needs a value");
        }
        return rest.pop();
    }

    /** Whether messages must not repeat an argument, because it may contain a private key. */
    private static boolean isSecret(String argument) {
        return KEY_OR_CERTIFICATE.matcher(argument).matches();
    }

    private static Path path(String option, String value) throws Refused {
        if (isSecret(value)) {
            throw new Refused(option + ": expected a file path, not a key or certificate");
        }
        try {
            return Path.of(value);
        } catch (InvalidPathException e) {
            throw new Refused(option + ": invalid path: " + e.getReason());
        }
    }

    private static InetAddress address(String value) throws Refused {
        try {
            return InetAddress.getByName(value);
        } catch (UnknownHostException e) {
            throw new Refused("--bind-address: cannot resolve " + value);
        }
    }

    private static int port(String value) throws Refused {
        boolean number = value.matches("\\d{1,5}") && Integer.parseInt(value) <= 0xFFFF;
        if (!number) {
            throw new Refused("--port: expected a port from 0 to 65535, not " + value);
        }
        return Integer.parseInt(value);
    }

    /** Reads a rule. A number of seconds is short for {@code max-age}, and for {@code no-cache} if it is 0. */
    private static CacheRule cacheRule(String text) throws Refused {
        int equals = SECONDS.matcher(text).matches() ? -1 : text.indexOf('=');
        String glob = equals < 0 ? "**" : text.substring(0, equals);
        glob = glob.startsWith("/") ? glob.substring(1) : glob; // as in paths of URLs
        String value = text.substring(equals + 1).strip();
        boolean seconds = SECONDS.matcher(value).matches();
        if (glob.isEmpty()
                || !seconds && (equals < 0 || !FIELD_VALUE.matcher(value).matches())) {
            throw new Refused("--cache: expected SECONDS, GLOB=SECONDS or GLOB=VALUE, not " + text);
        }
        try {
            FileSystems.getDefault().getPathMatcher("glob:" + glob);
        } catch (PatternSyntaxException e) {
            throw new Refused("--cache: invalid glob pattern: " + glob + "; check its brackets and braces");
        }
        if (!seconds) {
            return new CacheRule(glob, value);
        }
        return new CacheRule(glob, value.equals("0") ? "no-cache" : "max-age=" + value);
    }

    private static Charset charset(String value) throws Refused {
        try {
            return Charset.forName(value);
        } catch (IllegalArgumentException e) {
            throw new Refused("--charset: unknown character set: " + value + "; use a name such as utf-8");
        }
    }

    private static boolean logging(String value) throws Refused {
        return switch (value) {
            case "info" -> true;
            case "none" -> false;
            default -> throw new Refused("--output: expected info or none, not " + value);
        };
    }

    boolean secure() {
        return certificate != null || keyStore != null;
    }
}
