package dev.ringer.contract;

import static dev.ringer.contract.IntendedDifference.DUPLICATE_CONTEXT_IS_REFUSED;

import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.RawClient;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Tests how contexts are registered, changed and removed. */
class ContextTest {
    private static final HttpHandler OK = exchange -> exchange.sendResponseHeaders(200, -1);

    @Test
    void refusesNulls() throws Exception {
        Outcome outcome = Comparison.play(Mode.NO_EXECUTOR, stage -> {
            HttpServer server = stage.server();
            stage.attempt("null path", () -> server.createContext(null));
            stage.attempt("null path with handler", () -> server.createContext(null, OK));
            stage.attempt("null handler", () -> server.createContext("/a", null));
            stage.attempt("remove null path", () -> server.removeContext((String) null));
            stage.attempt("remove null context", () -> server.removeContext((HttpContext) null));
            stage.attempt("set null handler", () -> server.createContext("/b").setHandler(null));
            stage.attempt(
                    "null attribute",
                    () -> server.createContext("/c").getAttributes().put("a", null));
        });

        outcome.agrees(
                "null path: NullPointerException",
                "null handler: NullPointerException",
                "remove null path: NullPointerException",
                "set null handler: NullPointerException",
                "null attribute: NullPointerException");
    }

    @Test
    void wantsPathsThatBeginWithASlash() throws Exception {
        Outcome outcome = Comparison.play(Mode.NO_EXECUTOR, stage -> {
            for (String path : List.of("", "a", "*", "http://a/", "/a b%20?q#f", "//", "/%zz", "/\u20ac")) {
                stage.attempt("'" + path + "'", () -> stage.server().createContext(path));
            }
        });

        outcome.agrees("'': IllegalArgumentException", "'a': IllegalArgumentException", "'/a b%20?q#f': ok");
    }

    @Test
    void refusesTheSamePathTwice() throws Exception {
        Outcome outcome = Comparison.play(Mode.NO_EXECUTOR, stage -> {
            stage.serve("/a", OK);
            stage.attempt("again", () -> stage.serve("/a", OK));
        });

        outcome.differsBy(DUPLICATE_CONTEXT_IS_REFUSED).jdk("again: ok").ringer("again: IllegalArgumentException");
    }

    @Test
    void allowsAPathAgainAfterItsRemoval() throws Exception {
        Outcome outcome = Comparison.play(Mode.NO_EXECUTOR, stage -> {
            stage.server().removeContext(stage.serve("/a", OK));
            stage.attempt("again", () -> stage.serve("/a", OK));
        });

        outcome.agrees("again: ok");
    }

    @Test
    void refusesToRemoveWhatIsNotThere() throws Exception {
        Outcome outcome = Comparison.play(Mode.NO_EXECUTOR, stage -> {
            HttpServer server = stage.server();
            HttpContext removed = stage.serve("/a", OK);
            HttpContext foreign = stage.bareServer(null).createContext("/b");

            stage.attempt("remove", () -> server.removeContext(removed));
            stage.attempt("remove again", () -> server.removeContext(removed));
            stage.attempt("remove path again", () -> server.removeContext("/a"));
            stage.attempt("remove unknown path", () -> server.removeContext("/unknown"));
            stage.attempt("remove foreign", () -> server.removeContext(foreign));
        });

        outcome.agrees(
                "remove: ok",
                "remove again: IllegalArgumentException",
                "remove unknown path: IllegalArgumentException",
                "remove foreign: IllegalArgumentException");
    }

    @Test
    void takesOneHandlerOnly() throws Exception {
        Outcome outcome = Comparison.play(Mode.NO_EXECUTOR, stage -> {
            HttpContext context = stage.server().createContext("/a");

            stage.note("handler " + context.getHandler());
            stage.attempt("set", () -> context.setHandler(OK));
            stage.attempt("set again", () -> context.setHandler(OK));
            stage.note("same: " + (context.getHandler() == OK));
        });

        outcome.agrees("handler null", "set: ok", "set again: IllegalArgumentException", "same: true");
    }

    @Test
    void knowsItsServerAndPath() throws Exception {
        Outcome outcome = Comparison.play(Mode.NO_EXECUTOR, stage -> {
            HttpContext context = stage.serve("/a b", OK);

            stage.note("same server: " + (context.getServer() == stage.server()));
            stage.note(context.getPath());
            stage.note("attributes " + context.getAttributes());
            stage.note("same attributes: " + (context.getAttributes() == context.getAttributes()));
            stage.note("filters " + context.getFilters());
            stage.note("authenticator " + context.getAuthenticator());
        });

        outcome.agrees("same server: true", "/a b", "attributes {}", "same attributes: true", "filters []");
    }

    @InModes
    void answers404And500ByItself(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.server().createContext("/no-handler");
            stage.serve("/known", OK);

            stage.noteStatus(stage.connect().get("/no-handler"));
            stage.noteStatus(stage.connect().get("/unknown"));
            stage.noteStatus(stage.connect().get("/known"));
        });

        outcome.agrees("HTTP/1.1 500 Internal Server Error", "HTTP/1.1 404 Not Found", "HTTP/1.1 200 OK");
    }

    @InModes
    void changesWhileRunning(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            RawClient client = stage.connect();

            HttpContext context = stage.serve("/a", OK);
            stage.noteStatus(client.get("/a"));
            stage.serve("/a/b", exchange -> exchange.sendResponseHeaders(201, -1));
            stage.noteStatus(client.get("/a/b"));
            stage.server().removeContext("/a/b");
            stage.noteStatus(client.get("/a/b"));
            stage.server().removeContext(context);
            stage.noteStatus(client.get("/a/b"));
        });

        outcome.agrees("HTTP/1.1 200 OK", "HTTP/1.1 201 Created", "HTTP/1.1 404 Not Found");
    }

    @InModes
    void removalLeavesRunningExchangesAlone(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            CountDownLatch handling = new CountDownLatch(1);
            CountDownLatch removed = new CountDownLatch(1);
            HttpContext context = stage.serve("/a", exchange -> {
                handling.countDown();
                Deadlines.await(removed);
                stage.note(exchange.getHttpContext().getPath());
                exchange.sendResponseHeaders(200, -1);
            });
            RawClient client = stage.connect().get("/a");
            Deadlines.await(handling);

            stage.server().removeContext(context);
            removed.countDown();

            stage.noteStatus(client);
        });

        outcome.agrees("server: /a", "HTTP/1.1 200 OK");
    }
}
