package dev.ringer.dropin;

import static dev.ringer.dropin.Request.get;
import static dev.ringer.dropin.Request.of;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/** Web frameworks that run on the JDK's server. */
@Tag("outer")
class RestIT {
    private static final Request[] BOOKS = {
        get("/api/books/1").answers(200, "Moby-Dick"),
        of("HEAD", "/api/books/1", ""),
        of("OPTIONS", "/api/books/1", "").with("Accept", "text/plain"),
        of("PUT", "/api/books/2", "The Confidence-Man")
                .with("Content-Type", "text/plain")
                .answers(201, ""),
        get("/api/books/2").answers(200, "The Confidence-Man"),
        of("DELETE", "/api/books/2", "").answers(204, ""),
        get("/api/books/2").answers(404, ""),
        of("PATCH", "/api/books/1", "x").answers(405, ""),
        get("/api/books/search?q=a%20b+c%C3%A9").with("Accept-Language", "nl").answers(200, "in nl"),
        get("/api/books/pages?count=20000").answers(200, "Page 20000 of 20000"),
        get("/api/books/1").with("Accept", "image/png").answers(406, "")
    };

    @Test
    void jersey() throws Exception {
        var program = Program.using(
                "JerseyService",
                "org.glassfish.jersey.containers:jersey-container-jdk-http:4.0.2",
                "org.glassfish.jersey.inject:jersey-hk2:4.0.2");

        try (var both = Comparison.of(program)) {
            both.asks(BOOKS);
        }
    }

    @Test
    void resteasy() throws Exception {
        var program = Program.using("ResteasyService", "org.jboss.resteasy:resteasy-jdk-http:6.2.7.Final");

        try (var both = Comparison.of(program)) {
            both.asks(BOOKS);
        }
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21, disabledReason = "avaje-jex needs JDK 21")
    void avajeJex() throws Exception {
        var program = Program.using("JexService", "io.avaje:avaje-jex:3.4");

        try (var both = Comparison.of(program)) {
            both.asks(
                    get("/hello/you").answers(200, "Hello you"),
                    get("/query?color=dark%20red").answers(200, "color dark red"),
                    of("POST", "/echo", "x".repeat(100_000)).answers(201, "xxx"),
                    of("POST", "/form", "name=J.%20Doe")
                            .with("Content-Type", "application/x-www-form-urlencoded")
                            .answers(200, "name J. Doe"),
                    get("/lines").answers(200, "one\ntwo\n"),
                    get("/failure").answers(500, ""),
                    get("/unknown").answers(404, ""));
        }
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21, disabledReason = "http4k needs JDK 21")
    void http4k() throws Exception {
        var program = Program.using("Http4kService", "org.http4k:http4k-core:6.15.1.0");

        try (var both = Comparison.of(program)) {
            both.asks(
                    get("/?a=b").answers(200, "!"),
                    of("POST", "/", "hello").answers(200, "hello!"),
                    of("PUT", "/", "x".repeat(100_000)).answers(200, "x!"),
                    of("DELETE", "/", "").answers(200, "!"));
        }
    }
}
