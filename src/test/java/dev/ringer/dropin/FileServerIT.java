package dev.ringer.dropin;

import static dev.ringer.dropin.Request.get;
import static dev.ringer.dropin.Request.of;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/** Tests the file server of the JDK, which uses this API. */
@Tag("outer")
@EnabledForJreRange(min = JRE.JAVA_18, disabledReason = "SimpleFileServer came with JDK 18")
class FileServerIT {
    @Test
    void simpleFileServer() throws Exception {
        try (var both = Comparison.of(Program.using("FileServer"))) {
            both.asks(
                    get("/").answers(200, "hello.txt"),
                    get("/hello.txt").answers(200, "Hello, file"),
                    of("HEAD", "/hello.txt", "").answers(200, ""),
                    get("/large.txt").answers(200, "line\n"),
                    get("/folder").answers(301, ""),
                    get("/missing").answers(404, "not found"),
                    of("POST", "/hello.txt", "x").answers(405, ""),
                    of("DELETE", "/hello.txt", "").answers(405, ""),
                    of("PROPFIND", "/", "").answers(501, ""));
        }
    }
}
