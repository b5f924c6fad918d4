package dev.ringer.dropin;

import static dev.ringer.dropin.Request.get;
import static dev.ringer.dropin.Request.of;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests stub servers, which send the responses that a test has defined. */
@Tag("outer")
class StubIT {
    @Test
    void jadler() throws Exception {
        var program = Program.using("StubServer", "net.jadler:jadler-jdk:1.3.1", "net.jadler:jadler-core:1.3.1");

        try (var both = Comparison.of(program)) {
            both.asks(
                    get("/orders?status=open").answers(200, "[1, 2]"),
                    get("/orders?status=closed").answers(404, ""),
                    of("POST", "/orders", "a cup of tea").with("X-Tenant", "a").answers(201, ""),
                    of("POST", "/orders", "a cup of coffee")
                            .with("X-Tenant", "a")
                            .answers(404, ""),
                    of("HEAD", "/anything", "").answers(204, ""));
        }
    }
}
