package dev.ringer.dropin;

import static dev.ringer.dropin.Request.get;
import static dev.ringer.dropin.Request.of;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests libraries that trace requests or show the traces. */
@Tag("outer")
class TracingIT {
    @Test
    void openTelemetryFilter() throws Exception {
        var program = Program.using(
                "TracedService",
                "io.opentelemetry.instrumentation:opentelemetry-java-http-server:2.23.0-alpha",
                "io.opentelemetry:opentelemetry-sdk:1.57.0");

        try (var both = Comparison.of(program)) {
            both.asks(get("/orders/1?a=b")
                    .with("traceparent", "00-0123456789abcdef0123456789abcdef-0123456789abcdef-01")
                    .answers(200, "one order"));
            both.bothSay("SPAN GET /orders SERVER 0123456789abcdef");
            both.asks(of("PUT", "/orders", "").answers(500, "one order"));
            both.bothSay("SPAN PUT /orders SERVER 0000000000000000 ERROR 500");
        }
    }

    @Test
    void openCensusPages() throws Exception {
        var program = Program.using(
                "TracePages", "io.opencensus:opencensus-contrib-zpages:0.31.1", "io.opencensus:opencensus-impl:0.31.1");

        try (var both = Comparison.of(program)) {
            both.asks(
                    get("/tracez").answers(200, "TraceZ Summary"),
                    get("/traceconfigz").answers(200, "Trace Config"),
                    get("/rpcz").answers(200, "RPC Stats"),
                    get("/statsz").answers(200, "Stats"));
        }
    }
}
