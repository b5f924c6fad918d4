package dev.ringer.contract;

import static dev.ringer.contract.IntendedDifference.LOCAL_ADDRESS_OUTLIVES_EXCHANGE;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import dev.ringer.testkit.Http1Only;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.NotInHttp2;
import dev.ringer.testkit.RawClient;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;

/** Tests what an exchange returns about its request, before and after its end. */
class RequestTest {
    private static final List<String> TARGETS =
            List.of("/", "/p?q", "/a%20b?c=%2F&d", "/\u00fc", "/a;b=c", "/?", "/a//b", "/a/../b");

    @InModes
    void keepsTheTargetAsItWasSent(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> noteTargets(stage, TARGETS));

        outcome.agrees("server: /p?q path /p", "server: /a%20b?c=%2F&d path /a b");
    }

    @Http1Only(NotInHttp2.TARGET_FORMS)
    @InModes
    void keepsAnAbsoluteTarget(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> noteTargets(stage, List.of("http://other:99/p?q")));

        outcome.agrees("server: http://other:99/p?q path /p");
    }

    private static void noteTargets(Stage stage, List<String> targets) throws IOException {
        stage.serve(exchange -> {
            stage.note(exchange.getRequestURI() + " path "
                    + exchange.getRequestURI().getPath());
            stage.note("same: " + (exchange.getRequestURI() == exchange.getRequestURI()));
            exchange.sendResponseHeaders(200, -1);
        });
        RawClient client = stage.connect();

        for (String target : targets) {
            stage.noteStatus(client.get(target));
        }
    }

    @InModes
    void keepsTheMethodAsItWasSent(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.serve(exchange -> {
                stage.note(exchange.getRequestMethod() + " " + exchange.getProtocol());
                exchange.sendResponseHeaders(200, -1);
            });
            RawClient client = stage.connect();

            for (String method : List.of("GET", "get", "BREW", "M-SEARCH", "A!#$%&'*+.^_`|~9", "X".repeat(100))) {
                stage.noteStatus(client.request(method, "/"));
            }
        });

        outcome.agrees("server: get HTTP/1.1", "server: BREW HTTP/1.1");
    }

    @Http1Only(NotInHttp2.VERSIONS)
    @InModes
    void tellsTheVersion(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.serve(exchange -> {
                stage.note(exchange.getProtocol());
                exchange.sendResponseHeaders(200, -1);
            });

            stage.noteStatus(stage.connect().sendHead("GET / HTTP/1.0"));
        });

        outcome.agrees("server: HTTP/1.0");
    }

    @InModes
    void normalisesFieldNamesAndKeepsTheOrderOfValues(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.serve(exchange -> {
                Headers headers = exchange.getRequestHeaders();
                stage.note(new TreeMap<>(headers));
                stage.note("first " + headers.getFirst("X-MULTI"));
                stage.note("missing " + headers.getFirst("missing") + " " + headers.get("missing"));
                stage.note("contains " + headers.containsKey("x-multi"));
                stage.note("same: " + (headers == exchange.getRequestHeaders()));
                exchange.sendResponseHeaders(200, -1);
            });

            stage.noteStatus(stage.connect()
                    .get("/", "x-mULTI: one", "X-Multi:two", "X-Other: \t padded \t", "X-Empty:", "x-multi: th,ree"));
        });

        outcome.agrees(
                "server: {Host=[test], X-empty=[], X-multi=[one, two, th,ree], X-other=[padded]}",
                "server: first one",
                "server: missing null null",
                "server: same: true");
    }

    @InModes
    void hasHeadersThatCannotBeChanged(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.serve(exchange -> {
                noteMutations(stage, exchange.getRequestHeaders());
                exchange.sendResponseHeaders(200, -1);
            });

            stage.noteStatus(stage.connect().get("/", "X-A: b"));
        });

        outcome.agrees(
                "server: add: UnsupportedOperationException",
                "server: value list: UnsupportedOperationException",
                "server: clear: UnsupportedOperationException",
                "HTTP/1.1 200 OK");
    }

    @InModes
    void knowsBothAddresses(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.serve(exchange -> {
                exchange.getResponseHeaders()
                        .set("X-Remote", "" + exchange.getRemoteAddress().getPort());
                stage.note("resolved: " + !exchange.getRemoteAddress().isUnresolved());
                stage.note("local: "
                        + exchange.getLocalAddress().equals(stage.server().getAddress()));
                exchange.sendResponseHeaders(204, -1);
            });
            RawClient client = stage.connect().get("/");

            String remote = client.readResponse().value("X-Remote").orElse("");

            stage.note("remote: " + remote.equals(String.valueOf(client.port())));
        });

        outcome.agrees("server: resolved: true", "server: local: true", "remote: true");
    }

    @InModes
    void answersAfterTheEnd(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            AtomicReference<HttpExchange> ended = new AtomicReference<>();
            stage.serve(exchange -> {
                exchange.setAttribute("attribute", "value");
                ended.set(exchange);
                exchange.sendResponseHeaders(201, -1);
                exchange.close();
            });
            RawClient client = stage.connect().get("/p?q", "X-A: b");
            stage.noteStatus(client);
            stage.awaitHandlers();

            HttpExchange exchange = ended.get();
            client.close();
            stage.note(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " " + exchange.getProtocol());
            stage.note(exchange.getRequestHeaders().getFirst("X-A"));
            stage.note("remote: " + (exchange.getRemoteAddress().getPort() == client.port()));
            stage.note("code " + exchange.getResponseCode());
            stage.note("date: " + exchange.getResponseHeaders().containsKey("Date"));
            stage.note("attribute " + exchange.getAttribute("attribute"));
            stage.note("principal " + exchange.getPrincipal());
            stage.note("path " + exchange.getHttpContext().getPath());
        });

        outcome.agrees("GET /p?q HTTP/1.1", "b", "remote: true", "code 201", "date: true", "attribute value");
    }

    @InModes
    void knowsItsLocalAddressAfterTheEnd(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            AtomicReference<HttpExchange> ended = new AtomicReference<>();
            stage.serve(exchange -> {
                ended.set(exchange);
                exchange.getResponseHeaders().set("Connection", "close");
                exchange.sendResponseHeaders(201, -1);
            });
            RawClient client = stage.connect().get("/");
            stage.noteStatus(client);
            stage.noteEnd(client);
            stage.awaitHandlers();
            InetSocketAddress address = stage.server().getAddress();
            stage.server().stop(0); // over TLS, a client sees the end before the JDK's server closes the socket

            stage.note("local address known: " + address.equals(ended.get().getLocalAddress()));
        });

        outcome.differsBy(LOCAL_ADDRESS_OUTLIVES_EXCHANGE)
                .jdk("local address known: false")
                .ringer("local address known: true");
    }

    private static void noteMutations(Stage stage, Headers headers) {
        stage.attempt("add", () -> headers.add("a", "b"));
        stage.attempt("set", () -> headers.set("a", "b"));
        stage.attempt("put", () -> headers.put("a", List.of("b")));
        stage.attempt("putAll", () -> headers.putAll(Map.of("a", List.of("b"))));
        stage.attempt("remove", () -> headers.remove("X-a"));
        stage.attempt("clear", headers::clear);
        stage.attempt("value list", () -> headers.get("X-a").add("c"));
        stage.attempt("iterator", () -> removeFirst(headers.keySet().iterator()));
        stage.attempt("values", () -> removeFirst(headers.values().iterator()));
        stage.attempt("entries", () -> removeFirst(headers.entrySet().iterator()));
        stage.attempt("entry", () -> headers.entrySet().iterator().next().setValue(List.of()));
        stage.attempt("replaceAll", () -> headers.replaceAll((name, values) -> List.of()));
        stage.attempt("replace", () -> headers.replace("X-a", List.of()));
        stage.attempt("merge", () -> headers.merge("X-a", List.of(), (a, b) -> b));
        stage.attempt("compute", () -> headers.compute("X-a", (a, b) -> List.of()));
        stage.attempt("computeIfAbsent", () -> headers.computeIfAbsent("new", name -> List.of()));
        stage.attempt("computeIfPresent", () -> headers.computeIfPresent("X-a", (a, b) -> List.of()));
        stage.attempt("putIfAbsent", () -> headers.putIfAbsent("new", List.of()));
        stage.attempt("remove if", () -> headers.keySet().removeIf(name -> true));
    }

    private static void removeFirst(Iterator<?> iterator) {
        iterator.next();
        iterator.remove();
    }
}
