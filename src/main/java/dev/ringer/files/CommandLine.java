package dev.ringer.files;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * The options of {@code java -jar ringer.jar}. As far as possible, they have the same names as the options of the JDK's
 * {@code jwebserver}. The fields do not change after {@link #of} has returned.
 */
final class CommandLine {
    static final String HELP = """
        Ringer is an engine for com.sun.net.httpserver, the HTTP server of the JDK. Put this jar on the class path
        of an application, or start it with -javaagent:ringer.jar, and its servers are Ringer's.

        The jar alone serves the files of a folder:

        Usage: java -jar ringer.jar [options]

          -d, --directory DIR      the folder (default: the current one)
          -b, --bind-address ADDR  the address to listen on (default: 127.0.0.1; 0.0.0.0 or :: for all)
          -p, --port PORT          the port, 0 for any that is free (default: 8000)
              --cert FILE          serve HTTPS with the certificates of this PEM file, the server's own first
              --key FILE           the PEM file with the key for --cert
              --tls KEYSTORE       serve HTTPS with the key of this key store (PKCS12 or JKS)
              --password-file FILE the password of the key or the key store is its first line; otherwise that of a
                                   key store is taken from RINGER_KEYSTORE_PASSWORD, or asked for
              --no-listing         folders without an index.html are 404
          -o, --output LEVEL       info: a line for each request (default); none
          -h, --help               this text

        Settings of the server are system properties, before -jar: java -Dringer.accessLog=json:- -jar ringer.jar
        """;

    Path folder = Path.of("");
    InetAddress address = InetAddress.getLoopbackAddress();
    int port = 8000; // 0 for any free port
    Path certificate; // PEM file with the certificates for HTTPS; null for HTTP, and for HTTPS with a key store
    Path key; // PEM file with the private key; null if certificate is null
    Path keyStore; // null for HTTP, and for HTTPS with PEM files
    Path passwordFile; // its first line is the password of the key or the key store; null if there is none
    boolean listing = true;
    boolean logging = true;
    boolean help;

    /** Thrown if the command line is invalid. The message is the reason, in one line. */
    static final class Refused extends Exception {
        Refused(String message) {
            super(message);
        }
    }

    private CommandLine() {}

    static CommandLine of(String... arguments) throws Refused {
        CommandLine line = new CommandLine();
        Deque<String> rest = new ArrayDeque<>(List.of(arguments));
        while (!rest.isEmpty()) {
            line.read(rest.pop(), rest);
        }
        if (line.certificate == null != (line.key == null)) {
            throw new Refused("--cert and --key need each other");
        }
        if (line.certificate != null && line.keyStore != null) {
            throw new Refused("--cert and --tls exclude each other");
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
            case "-o", "--output" -> logging = logging(value(option, rest));
            case "-h", "-?", "--help" -> help = true;
            default -> throw new Refused("unknown option: " + option);
        }
    }

    private static String value(String option, Deque<String> rest) throws Refused {
        if (rest.isEmpty()) {
            throw new Refused("no value for " + option);
        }
        return rest.pop();
    }

    private static Path path(String option, String value) throws Refused {
        if (value.contains("-----")) { // never repeat this value: it may be a private key
            throw new Refused(option + " takes the path of a file, not PEM text");
        }
        try {
            return Path.of(value);
        } catch (InvalidPathException e) {
            throw new Refused("not a path for " + option + ": " + value);
        }
    }

    private static InetAddress address(String value) throws Refused {
        try {
            return InetAddress.getByName(value);
        } catch (UnknownHostException e) {
            throw new Refused("no such address: " + value);
        }
    }

    private static int port(String value) throws Refused {
        boolean number = value.matches("\\d{1,5}") && Integer.parseInt(value) <= 0xFFFF;
        if (!number) {
            throw new Refused("not a port: " + value);
        }
        return Integer.parseInt(value);
    }

    private static boolean logging(String value) throws Refused {
        return switch (value) {
            case "info" -> true;
            case "none" -> false;
            default -> throw new Refused("not info or none: " + value);
        };
    }

    boolean secure() {
        return certificate != null || keyStore != null;
    }
}
