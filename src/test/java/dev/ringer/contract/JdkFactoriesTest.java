package dev.ringer.contract;

import static dev.ringer.contract.IntendedDifference.WRAPPED_EXCHANGE_MEETS_AUTHENTICATOR;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.Authenticator;
import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpPrincipal;
import com.sun.net.httpserver.HttpServer;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Over;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Transport;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

/** Tests the handlers and filters that come with the JDK, on both servers. */
@Over(Transport.CLEAR)
@EnabledForJreRange(min = JRE.JAVA_18)
class JdkFactoriesTest {
    private static final InetSocketAddress ANY_PORT = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    private static final HttpHandler SHOW = exchange -> {
        byte[] body = (exchange.getRequestMethod()
                        + " " + exchange.getRequestHeaders().get("X-Added")
                        + " " + exchange.getPrincipal())
                .getBytes();
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    };

    @InModes
    void servesFiles(Mode mode, @TempDir Path root) throws Exception {
        Files.writeString(root.resolve("small.txt"), "hello");
        Files.write(root.resolve("large.bin"), new byte[300_000]);
        Files.createDirectory(root.resolve("dir"));
        Files.writeString(root.resolve("dir/a.html"), "<p>a</p>");

        Outcome outcome = Comparison.play(mode, stage -> {
            stage.serve(Jdk18.fileHandler(root));
            RawClient client = stage.connect();

            for (String target :
                    new String[] {"/small.txt", "/large.bin", "/dir/", "/dir", "/none", "/../x", "/%2e%2e/x"}) {
                stage.noteResponse(client.get(target));
            }
            stage.noteResponse(client.request("HEAD", "/small.txt"), "HEAD");
            stage.noteResponse(client.post("/small.txt", "unread"));
            stage.note(client.fate());
        });

        outcome.agrees("body: hello", "HTTP/1.1 404 Not Found", "HTTP/1.1 405 Method Not Allowed", "connection usable");
    }

    @InModes
    void logsWithTheOutputFilter(Mode mode) throws Exception {
        for (String level : new String[] {"INFO", "VERBOSE"}) {
            Outcome outcome = Comparison.play(mode, stage -> {
                ByteArrayOutputStream log = new ByteArrayOutputStream();
                HttpContext context = stage.serve(exchange -> exchange.sendResponseHeaders(200, -1));
                context.getFilters().add(Jdk18.outputFilter(log, level));
                context.getFilters().add(0, Stage.filter((exchange, chain) -> {
                    chain.doFilter(exchange);
                    stage.note("logged");
                }));

                stage.noteStatus(stage.connect().get("/logged?a"));
                stage.awaitServerNotes(1);
                stage.note(log.toString()
                        .replaceAll("\\[.*?\\]", "[time]")
                        .replace("localhost - -", "127.0.0.1 - -")
                        .lines()
                        .filter(line -> !line.startsWith("< Date:"))
                        .sorted()
                        .toList());
            });

            outcome.agrees("HTTP/1.1 200 OK");
        }
    }

    @InModes
    void answersWithHttpHandlers(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            HttpHandler found = Jdk18.answering(200, Jdk18.headers("X-A", "1", "X-A", "2"), "hello");
            HttpHandler empty = Jdk18.answering(201, Jdk18.headers(), "");
            stage.serve(Jdk18.handleOrElse(request -> Jdk18.methodOf(request).equals("PUT"), empty, found));
            RawClient client = stage.connect();

            stage.noteResponse(client.get("/"));
            stage.noteResponse(client.request("HEAD", "/"), "HEAD");
            stage.noteResponse(client.request("PUT", "/", "Content-Length: 3").send("abc"));
            stage.note(client.fate());
        });

        outcome.agrees("X-a: 1", "X-a: 2", "body: hello", "HTTP/1.1 201 Created", "connection usable");
    }

    @InModes
    void adaptsRequests(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.serve(SHOW).getFilters().add(Jdk18.adapt(request -> Jdk18.with(request, "X-Added", "yes", "no")));
            RawClient client = stage.connect();

            stage.noteResponse(client.get("/"));
            stage.noteResponse(client.get("/", "X-Added: was there"));
        });

        outcome.agrees("body: GET [yes, no] null", "body: GET [was there] null");
    }

    @InModes
    void adaptsRequestsInFrontOfAnAuthenticator(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            HttpContext context = stage.serve(SHOW);
            context.getFilters().add(Jdk18.adapt(request -> Jdk18.with(request, "X-Added", "yes")));
            context.setAuthenticator(new Authenticator() {
                @Override
                public Result authenticate(HttpExchange exchange) {
                    return new Success(new HttpPrincipal("user", "realm"));
                }
            });

            stage.noteResponse(stage.connect().get("/"));
        });

        outcome.differsBy(WRAPPED_EXCHANGE_MEETS_AUTHENTICATOR)
                .jdk("no response: closed")
                .ringer("body: GET [yes] realm:user");
    }

    @InModes
    void runsFiltersBeforeAndAfter(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            HttpContext context = stage.serve(exchange -> exchange.sendResponseHeaders(200, -1));
            context.getFilters()
                    .add(Jdk18.before(exchange ->
                            exchange.getResponseHeaders().set("X-Before", "" + exchange.getResponseCode())));
            context.getFilters()
                    .add(Jdk18.after(exchange -> stage.note("after " + exchange.getResponseCode() + " "
                            + exchange.getResponseHeaders().containsKey("Date"))));

            stage.noteResponse(stage.connect().get("/"));
            stage.awaitServerNotes(1);
        });

        outcome.agrees("X-before: -1", "server: after 200 true");
    }

    @InModes
    void afterHandlerMayAnswer(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            HttpContext context = stage.serve(exchange -> {});
            context.getFilters().add(Jdk18.after(JdkFactoriesTest::answer202));

            stage.noteResponse(stage.connect().get("/"));
        });

        outcome.agrees("HTTP/1.1 202 Accepted");
    }

    @InModes(Mode.NO_EXECUTOR)
    void createsAServerWithItsContext(Mode mode) throws IOException {
        HttpServer server = Jdk18.create(ANY_PORT, "/a", SHOW, Jdk18.adapt(r -> Jdk18.with(r, "X-Added", "yes")));
        server.start();
        try (RawClient client = RawClient.connect(server.getAddress().getPort(), Transport.CLEAR)) {
            assertThat(server.getClass().getName()).startsWith("dev.ringer.");
            assertThat(client.get("/a").readResponse().text()).isEqualTo("GET [yes] null");
        } finally {
            server.stop(0);
        }
    }

    @InModes(Mode.NO_EXECUTOR)
    void createsAFileServer(Mode mode, @TempDir Path root) throws IOException {
        Files.writeString(root.resolve("a.txt"), "hello");
        HttpServer server = Jdk18.fileServer(ANY_PORT, root);
        server.start();
        try (RawClient client = RawClient.connect(server.getAddress().getPort(), Transport.CLEAR)) {
            assertThat(client.get("/a.txt").readResponse().text()).isEqualTo("hello");
        } finally {
            server.stop(0);
        }
    }

    private static void answer202(HttpExchange exchange) {
        try {
            exchange.sendResponseHeaders(202, -1);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
