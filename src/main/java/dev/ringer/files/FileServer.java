package dev.ringer.files;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.ringer.files.CommandLine.Refused;
import dev.ringer.internal.threads.VirtualThreads;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.Settings;
import dev.ringer.tls.PemContext;
import java.io.Console;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Serves a folder from the command line: {@code java -jar ringer.jar}. The process ends with exit status 1 if it cannot
 * serve, and with 2 if the command line is invalid. In both cases it prints the reason in one line.
 */
final class FileServer {
    private static final int CANNOT_SERVE = 1;
    private static final int WRONG_COMMAND = 2;
    private static final String HANDLERS = "ringer.handlers";
    /** The largest number of threads on a JDK without virtual threads. */
    private static final int MAX_THREADS = 4096;

    private FileServer() {}

    /**
     * Starts the server, which runs until the process ends.
     *
     * @param arguments the options, which {@link CommandLine#HELP} describes
     */
    public static void main(String[] arguments) {
        if (System.getProperty(HANDLERS) == null) {
            // Run requests on the event loops. Requests that would block a loop run on other threads.
            System.setProperty(HANDLERS, "loops");
        }
        int status = run(System.out, System.err, arguments);
        if (status != 0) {
            System.exit(status);
        }
    }

    /**
     * Runs a command line. Returns the exit status, which is 0 if the server has started or only the help text was
     * wanted.
     */
    static int run(PrintStream out, PrintStream err, String... arguments) {
        try {
            CommandLine wanted = CommandLine.of(arguments);
            if (wanted.help) {
                out.print(CommandLine.HELP);
                return 0;
            }
            if (wanted.version) {
                out.println("ringer " + version() + ", Java " + System.getProperty("java.version"));
                return 0;
            }
            return serve(wanted, out, err);
        } catch (Refused e) {
            err.println("ringer: " + e.getMessage() + " (see --help)");
            return WRONG_COMMAND;
        }
    }

    /** Returns the version in the manifest of the jar. */
    private static String version() {
        String version = FileServer.class.getPackage().getImplementationVersion();
        return version == null ? "(unknown version)" : version;
    }

    private static int serve(CommandLine wanted, PrintStream out, PrintStream err) {
        if (!Files.isDirectory(wanted.folder)) {
            err.println("ringer: no such folder: " + wanted.folder);
            return CANNOT_SERVE;
        }
        try {
            HttpServer server = start(wanted, out);
            out.println("Serving " + wanted.folder.toRealPath() + " on " + url(wanted, server));
            return 0;
        } catch (SocketException e) {
            // the address is in use, belongs to another computer, or is not permitted
            err.println("ringer: cannot listen on " + wanted.address.getHostAddress() + " port " + wanted.port + ": "
                    + e.getMessage());
        } catch (GeneralSecurityException e) {
            err.println("ringer: cannot use the key store " + wanted.keyStore + ": " + e.getMessage());
        } catch (IOException | IllegalStateException e) { // HttpServer.start() throws the latter
            err.println("ringer: " + e.getMessage());
        }
        return CANNOT_SERVE;
    }

    private static HttpServer start(CommandLine wanted, PrintStream out) throws IOException, GeneralSecurityException {
        SSLContext tls = wanted.secure() ? tls(wanted) : null;
        InetSocketAddress address = new InetSocketAddress(wanted.address, wanted.port);
        HttpServer server = tls == null ? HttpServer.create(address, 0) : HttpsServer.create(address, 0);
        if (server instanceof HttpsServer secure) {
            secure.setHttpsConfigurator(new HttpsConfigurator(tls));
        }
        FileHandler files = files(wanted);
        List<Filter> filters = server.createContext("/", files).getFilters();
        filters.add(files.offload(threads()));
        if (wanted.logging) {
            filters.add(new RequestLog(out));
        }
        if (wanted.crossOrigin) {
            filters.add(new CrossOrigin());
        }
        filters.add(CompressionFilter.of());
        server.start();
        return server;
    }

    private static FileHandler files(CommandLine wanted) {
        FileHandler.Builder files = FileHandler.builder(wanted.folder)
                .listing(wanted.listing)
                .precompressed(wanted.precompressed)
                .charset(wanted.charset)
                .notFoundPage("404.html");
        if (wanted.singlePage) {
            files.fallback("index.html");
        }
        wanted.cacheRules.forEach(rule -> files.cacheControl(rule.glob(), rule.value()));
        return files.build();
    }

    private static String url(CommandLine wanted, HttpServer server) {
        InetAddress address = wanted.address;
        String host = address.isAnyLocalAddress() ? "localhost" : address.getHostAddress();
        return (wanted.secure() || secureBySettings(server, wanted.port) ? "https://" : "http://")
                + (host.contains(":") ? '[' + host + ']' : host)
                + ':'
                + server.getAddress().getPort()
                + '/';
    }

    /** Whether settings make the server speak HTTPS. They have no effect on a server of another provider. */
    private static boolean secureBySettings(HttpServer server, int port) {
        return server.getClass().getName().startsWith("dev.ringer.")
                && ServerOptions.fromSystemProperties()
                        .withSystemPropertiesOf(port)
                        .get(Settings.TLS)
                        .enabled();
    }

    private static SSLContext tls(CommandLine wanted) throws IOException, GeneralSecurityException {
        if (wanted.keyStore != null) {
            return ofKeyStore(wanted.keyStore, wanted.passwordFile);
        }
        PemContext.Builder context = PemContext.builder(
                        Objects.requireNonNull(wanted.certificate), Objects.requireNonNull(wanted.key))
                .rejectExpired();
        if (wanted.passwordFile != null) {
            context.passwordFile(wanted.passwordFile);
        }
        return context.build();
    }

    private static SSLContext ofKeyStore(Path file, @Nullable Path passwordFile)
            throws IOException, GeneralSecurityException {
        if (!Files.isRegularFile(file)) {
            throw new IOException("no such key store: " + file);
        }
        char[] password = password(file, passwordFile);
        KeyStore store;
        try {
            store = KeyStore.getInstance(file.toFile(), password);
        } catch (IOException e) {
            // a wrong password causes this exception, too
            throw new IOException("cannot open the key store " + file + ": " + e.getMessage(), e);
        }
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, password);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        return context;
    }

    /**
     * Reads the password from a file, the environment or the console. It never comes from the command line, because
     * other users can read command lines.
     */
    private static char[] password(Path keyStore, @Nullable Path file) throws IOException {
        if (file != null) {
            return PemContext.readPassword(file);
        }
        String set = System.getenv("RINGER_KEYSTORE_PASSWORD");
        if (set != null) {
            return set.toCharArray();
        }
        Console console = System.console();
        char[] typed = console == null ? null : console.readPassword("Password for %s: ", keyStore);
        if (typed == null) {
            throw new IOException(
                    "no password for the key store " + keyStore + "; use --password-file or RINGER_KEYSTORE_PASSWORD");
        }
        return typed;
    }

    /**
     * Returns an executor with many threads, because a compressed response occupies a thread until the client has read
     * it.
     */
    private static Executor threads() {
        Executor virtual = VirtualThreads.newExecutorOrNull();
        return virtual != null
                ? virtual
                // if all threads are busy, further requests get 503
                : new ThreadPoolExecutor(0, MAX_THREADS, 1, TimeUnit.SECONDS, new SynchronousQueue<>());
    }
}
