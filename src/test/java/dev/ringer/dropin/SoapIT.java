package dev.ringer.dropin;

import static dev.ringer.dropin.Request.get;
import static dev.ringer.dropin.Request.of;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests remote calls: {@code Endpoint.publish} of JAX-WS, Spring's HTTP invoker, and Hessian. */
@Tag("outer")
class SoapIT {
    private static final String ENVELOPE = """
        <s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:p="http://published/">
          <s:Body>%s</s:Body>
        </s:Envelope>
        """;

    @Test
    void publishedEndpoint() throws Exception {
        var program = Program.using("SoapService", "com.sun.xml.ws:jaxws-rt:4.0.5");

        try (var both = Comparison.of(program)) {
            both.asks(
                    get("/calculator?wsdl").answers(200, "SoapServiceService"),
                    get("/calculator?xsd=1").answers(200, "xs:schema"),
                    call("<p:add><arg0>40</arg0><arg1>2</arg1></p:add>").answers(200, "<return>42</return>"),
                    call("<p:refuse><arg0>not today</arg0></p:refuse>").answers(500, "not today"),
                    call("<p:unknown/>").answers(500, "Fault"),
                    get("/calculator"));
        }
    }

    /** The program has a page that calls its own service, and shows the result. */
    @Test
    void springHttpInvoker() throws Exception {
        var program = Program.using(
                "InvokerService", "org.springframework:spring-web:5.3.39", "org.springframework:spring-context:5.3.39");

        try (var both = Comparison.of(program)) {
            both.asks(
                    get("/sum").answers(200, "42"),
                    get("/refusal").answers(200, "java.lang.IllegalArgumentException: not today"));
        }
    }

    /** The program has a page that calls its own service, and shows the result. */
    @Test
    void springHessian() throws Exception {
        var program = Program.using(
                "HessianService",
                "com.caucho:hessian:4.0.66",
                "org.springframework:spring-web:5.3.39",
                "org.springframework:spring-context:5.3.39");

        try (var both = Comparison.of(program)) {
            both.asks(
                    get("/title").answers(200, "Moby-Dick, volume 2"),
                    get("/library").answers(405, ""),
                    of("POST", "/library", "no call").answers(500, ""));
        }
    }

    private static Request call(String operation) {
        return of("POST", "/calculator", ENVELOPE.formatted(operation))
                .with("Content-Type", "text/xml; charset=utf-8")
                .with("SOAPAction", "\"\"");
    }
}
