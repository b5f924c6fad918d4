package example;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ServiceLoader;

/**
 * A small application on {@code com.sun.net.httpserver}: a page, JSON, uploads and downloads.
 *
 * <p>Nothing here knows which server answers, and all that needs more than the JDK is found as a service: the page for
 * forms, which reads them by Ringer's parser, the page of events, which has Ringer's event streams, and the chat, which has
 * a WebSocket of Ringer's. The JDK's own server answers unless another one is on the class path.
 *
 * <p>{@code java example.Main [port] [none|pool|virtual] [key store]}; port 0 picks a free one. With a key store, whose
 * password stands in the environment as {@code KEY_STORE_PASSWORD}, it speaks HTTPS.
 */
public final class Main {
    private final HttpServer server;

    private Main(HttpServer server) {
        this.server = server;
    }

    public static void main(String[] arguments) throws IOException {
        try {
            start(arguments);
        } catch (BindException taken) {
            refuse("cannot listen on this port: " + taken.getMessage());
        } catch (IllegalArgumentException | UnsupportedOperationException wrong) {
            refuse(wrong.getMessage());
        }
    }

    private static void start(String[] arguments) throws IOException {
        var port = arguments.length > 0 ? port(arguments[0]) : 8080;
        var workers = Workers.named(arguments.length > 1 ? arguments[1] : "pool");

        var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        var server =
                arguments.length > 2 ? secureServer(address, Path.of(arguments[2])) : HttpServer.create(address, 0);
        server.setExecutor(workers.executor());

        new Main(server).run();
    }

    private static int port(String text) {
        if (!text.matches("[0-9]{1,5}") || Integer.parseInt(text) > 65535) {
            throw new IllegalArgumentException("'" + text + "' is not a port from 0 to 65535");
        }
        return Integer.parseInt(text);
    }

    private static void refuse(String reason) {
        System.err.println(reason);
        System.exit(2);
    }

    private static HttpServer secureServer(InetSocketAddress address, Path keyStore) throws IOException {
        var password =
                System.getenv().getOrDefault("KEY_STORE_PASSWORD", "changeit").toCharArray();
        var server = HttpsServer.create(address, 0);
        server.setHttpsConfigurator(new Identity(keyStore, password).configurator());
        return server;
    }

    private void run() {
        serve("/", new RequestPage(), "GET", "HEAD", "POST");
        serve("/style.css", new StaticFile("style.css", "text/css; charset=utf-8"), "GET", "HEAD");
        serve("/api/request", new RequestJson(), "GET", "HEAD", "POST");
        serve("/upload", new StaticFile("upload.html", "text/html; charset=utf-8"), "GET", "HEAD");
        serve("/upload/echo", new UploadEcho(), "POST", "PUT");
        serve("/echo", new StreamingEcho(), "POST", "PUT");
        serve("/download", new Download(), "GET", "HEAD");
        ServiceLoader.load(HttpHandler.class).forEach(page -> serve(addressOf(page), page, "GET", "HEAD", "POST"));

        server.start();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> server.stop(1)));
        System.out.printf(
                "%s://localhost:%d/ is served by %s%n",
                server instanceof HttpsServer ? "https" : "http",
                server.getAddress().getPort(),
                server.getClass());
    }

    /** A page that was found stands at the name of its package. */
    private static String addressOf(HttpHandler page) {
        var name = page.getClass().getPackageName();
        return "/" + name.substring(name.lastIndexOf('.') + 1);
    }

    private void serve(String path, HttpHandler handler, String... methods) {
        var filters = server.createContext(path, handler).getFilters();
        filters.add(new FailureFilter());
        filters.add(new MethodFilter(methods));
    }
}
