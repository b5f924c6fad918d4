package dev.ringer.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Http1Only;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.NotInHttp2;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Response;
import dev.ringer.testkit.TestServer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Tests which context handles the request for a target. */
class PathMatchingTest {
    private static final List<String> CONTEXTS =
            List.of("/foo", "/foo/bar/", "/echo", "/echo/", "/Case", "/sp ace", "/%41");
    private static final List<String> TARGETS = List.of(
            "/foo",
            "/foo/",
            "/foo/x",
            "/foo?/bar/",
            "/foobar",
            "/foo/bar",
            "/foo/bar/",
            "/foo/bar/x",
            "/foo/barx",
            "/f",
            "/",
            "/%66oo",
            "/%65cho",
            "/echo%2Fx",
            "/echo%2fx",
            "/echo/../foo",
            "/./foo",
            "/foo;a=b",
            "/case",
            "/Case",
            "/sp%20ace",
            "/sp+ace",
            "/%41",
            "/%2541",
            "/A",
            "http://other/foo/x?y",
            "http://other/",
            "/foo%c3%28",
            "/foo%00");

    @InModes
    void findsTheLongestPrefix(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            for (String path : CONTEXTS) {
                stage.serve(path, exchange -> {
                    exchange.getResponseHeaders()
                            .set("X-Context", exchange.getHttpContext().getPath());
                    exchange.sendResponseHeaders(200, -1);
                });
            }

            for (String target : TARGETS) {
                stage.note(target + " -> " + contextOf(stage.connect().get(target)));
            }
        });

        outcome.agrees(
                "/foo/x -> /foo",
                "/foo/bar/x -> /foo/bar/",
                "/echo%2Fx -> /echo/",
                "/echo/../foo -> /echo/",
                "/case -> 404",
                "http://other/foo/x?y -> /foo");
    }

    @InModes
    void servesEverythingAtTheRoot(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> noteAtTheRoot(stage, "/", "/a", "/?a", "/a/b", "http://h/"));

        outcome.agrees("HTTP/1.1 200 OK");
    }

    @Http1Only(NotInHttp2.TARGET_FORMS)
    @InModes
    void hasNoContextForWhatHasNoPath(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> noteAtTheRoot(stage, "*", "a", "?a", "http://h"));

        outcome.agrees("HTTP/1.1 404 Not Found");
    }

    private static void noteAtTheRoot(Stage stage, String... targets) throws IOException {
        stage.serve(exchange -> exchange.sendResponseHeaders(200, -1));

        for (String target : targets) {
            stage.note(target);
            stage.noteStatus(stage.connect().get(target));
        }
    }

    @InModes
    void matchesWholeSegmentsWhenAskedTo(Mode mode) throws IOException {
        Map<String, String> property = Map.of("sun.net.httpserver.pathMatcher", "pathPrefix");
        try (TestServer server = TestServer.create(Provider.RINGER, mode, property)
                .handle("/foo", exchange -> exchange.sendResponseHeaders(200, -1))
                .handle("/dir/", exchange -> exchange.sendResponseHeaders(201, -1))
                .start()) {

            List<Integer> statuses = statuses(server, "/foo", "/foo/", "/foo/x", "/foobar", "/dir", "/dir/", "/dir/x");

            assertThat(statuses).containsExactly(200, 200, 200, 404, 404, 201, 201);
        }
    }

    @InModes
    void matchesStringsWhenAskedTo(Mode mode) throws IOException {
        Map<String, String> property = Map.of("sun.net.httpserver.pathMatcher", "stringPrefix");
        try (TestServer server = TestServer.create(Provider.RINGER, mode, property)
                .handle("/foo", exchange -> exchange.sendResponseHeaders(200, -1))
                .start()) {

            assertThat(statuses(server, "/foo", "/foobar", "/fo")).containsExactly(200, 200, 404);
        }
    }

    @InModes
    void followsTheReleaseWhenThePropertyIsNonsense(Mode mode) throws IOException {
        Map<String, String> property = Map.of("sun.net.httpserver.pathMatcher", "nonsense");
        try (TestServer server = TestServer.create(Provider.RINGER, mode, property)
                .handle("/foo", exchange -> exchange.sendResponseHeaders(200, -1))
                .start()) {

            int expected = Runtime.version().feature() >= 27 ? 404 : 200;

            assertThat(statuses(server, "/foobar")).containsExactly(expected);
        }
    }

    private static List<Integer> statuses(TestServer server, String... targets) throws IOException {
        ArrayList<Integer> statuses = new ArrayList<>();
        for (String target : targets) {
            statuses.add(server.connect().get(target).readResponse().status());
        }
        return statuses;
    }

    private static String contextOf(RawClient client) throws IOException {
        Response response = client.readResponse();
        return response.value("X-Context").orElse(String.valueOf(response.status()));
    }
}
