package dev.ringer.contract;

import static dev.ringer.contract.IntendedDifference.NULL_REMOVES_ATTRIBUTE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.TestServer;
import java.io.IOException;
import java.util.Map;

/** Tests whether exchanges share attributes with their context, by JDK release and property. */
class AttributeTest {
    @InModes
    void areSharedAsTheReleaseHasIt(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            var context = stage.serve(exchange -> {
                stage.note("found " + exchange.getAttribute("a"));
                exchange.setAttribute("a", exchange.getRequestURI().getPath());
                stage.note("set " + exchange.getAttribute("a"));
                stage.note("of the context "
                        + exchange.getHttpContext().getAttributes().get("a"));
                stage.note("from the context " + exchange.getAttribute("b"));
                exchange.sendResponseHeaders(200, -1);
                stage.note("at the end " + exchange.getAttribute("a"));
            });
            context.getAttributes().put("b", "of the context");
            RawClient client = stage.connect();

            stage.noteStatus(client.get("/1"));
            stage.awaitServerNotes(5);
            stage.noteStatus(client.get("/2"));
            stage.awaitServerNotes(10);
        });

        outcome.agrees("server: set /1", "server: at the end /1");
    }

    @InModes
    void haveNames(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.serve(exchange -> {
                stage.attempt("get null", () -> exchange.getAttribute(null));
                stage.attempt("set null", () -> exchange.setAttribute(null, "a"));
                exchange.sendResponseHeaders(200, -1);
            });

            stage.noteStatus(stage.connect().get("/"));
        });

        outcome.agrees("server: get null: NullPointerException", "server: set null: NullPointerException");
    }

    @InModes
    void areRemovedByNull(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.serve(exchange -> {
                exchange.setAttribute("a", "b");
                stage.attempt("set to null", () -> exchange.setAttribute("a", null));
                stage.note("now " + exchange.getAttribute("a"));
                exchange.sendResponseHeaders(200, -1);
            });

            stage.noteStatus(stage.connect().get("/"));
        });

        outcome.differsBy(NULL_REMOVES_ATTRIBUTE)
                .jdk("server: set to null: NullPointerException")
                .ringer("server: set to null: ok", "server: now null");
    }

    @InModes
    void belongToTheContextWhenAskedTo(Mode mode) throws IOException {
        assertThat(secondCount(mode, "context")).isEqualTo("2");
    }

    @InModes
    void belongToTheExchangeWhenAskedTo(Mode mode) throws IOException {
        assertThat(secondCount(mode, "exchange")).isEqualTo("1");
    }

    /** Returns what the second of two exchanges finds when both count up the same attribute. */
    private static String secondCount(Mode mode, String property) throws IOException {
        Map<String, String> properties = Map.of("jdk.httpserver.attributes", property);
        try (TestServer server = TestServer.create(Provider.RINGER, mode, properties)
                .handle("/", exchange -> {
                    Integer former = (Integer) exchange.getAttribute("count");
                    exchange.setAttribute("count", former == null ? 1 : former + 1);
                    exchange.getResponseHeaders()
                            .set("X-Count", exchange.getAttribute("count").toString());
                    exchange.sendResponseHeaders(200, -1);
                })
                .start()) {
            RawClient client = server.connect();
            client.get("/").readResponse();
            return client.get("/").readResponse().value("X-Count").orElseThrow();
        }
    }
}
