package dev.ringer.dropin;

import static dev.ringer.dropin.Request.get;
import static dev.ringer.dropin.Request.of;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/** Tests web frameworks that run on the JDK's server. */
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

    private static final Request UPLOAD = of(
                    "POST",
                    "/upload",
                    "--B\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n"
                            + "Content-Type: text/plain\r\n\r\ncontent\r\n--B--\r\n")
            .with("Content-Type", "multipart/form-data; boundary=B");

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
    void jersey1() throws Exception {
        var program =
                Program.using("Jersey1Service", "com.sun.jersey:jersey-server:1.19.4", "javax.xml.bind:jaxb-api:2.3.1");

        try (var both = Comparison.of(program)) {
            both.asks(
                    get("/api/orders/1?note=a%20b").answers(200, "order 1, a b"),
                    of("HEAD", "/api/orders/1", ""),
                    of("PUT", "/api/orders/2", "x".repeat(100_000))
                            .with("Content-Type", "text/plain")
                            .answers(201, ""),
                    of("DELETE", "/api/orders/1", "").answers(204, ""),
                    of("POST", "/api/orders/1", "x").answers(405, ""),
                    get("/api/orders/0").answers(404, ""),
                    get("/api/orders/1").with("Accept", "image/png").answers(406, ""));
        }
    }

    @Test
    void hutool() throws Exception {
        var program = Program.using("HutoolService", "cn.hutool:hutool-http:5.8.42");

        try (var both = Comparison.of(program)) {
            both.asks(
                    get("/query?color=dark%20red").answers(200, "color dark red"),
                    of("PUT", "/echo", "x".repeat(100_000)).answers(200, "xxx"),
                    UPLOAD.answers(200, "a.txt has 7 bytes"),
                    get("/cookie").with("Cookie", "session=c").answers(200, "c"),
                    get("/missing").answers(404, "nothing here"),
                    get("/unknown").answers(404, ""));
        }
    }

    @Test
    void solon() throws Exception {
        var program = Program.using("SolonService", "org.noear:solon-server-jdkhttp:3.9.3");

        try (var both = Comparison.of(program)) {
            both.asks(
                    get("/hello?name=you").answers(200, "Hello you"),
                    of("HEAD", "/hello?name=you", "").answers(405, ""),
                    of("POST", "/echo", "x".repeat(100_000))
                            .with("Content-Type", "text/plain")
                            .answers(201, "xxx"),
                    of("POST", "/form", "name=J.%20Doe")
                            .with("Content-Type", "application/x-www-form-urlencoded")
                            .answers(200, "name J. Doe"),
                    UPLOAD.answers(200, "a.txt has 7 bytes"),
                    get("/redirect").answers(302, ""),
                    get("/unknown").answers(404, ""));
        }
    }

    @Test
    void simpleHttpServer() throws Exception {
        var program = Program.using("KttService", "com.kttdevelopment:simplehttpserver:4.4.1");

        try (var both = Comparison.of(program)) {
            both.asks(
                    get("/query?color=dark%20red").answers(201, "color dark red"),
                    of("POST", "/form", "name=J.%20Doe")
                            .with("Content-Type", "application/x-www-form-urlencoded")
                            .with("Cookie", "a=b")
                            .with("Accept-Encoding", "gzip")
                            .answers(200, "name J. Doe"),
                    get("/files/page.txt").answers(200, "a page"));
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
                    get("/events").with("Accept", "text/event-stream").answers(200, "event: first\ndata: one"),
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
