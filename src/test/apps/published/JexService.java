package published;

import io.avaje.jex.Jex;

final class JexService {
    public static void main(String[] arguments) {
        var server = Jex.create()
                .get("/hello/{name}", exchange -> exchange.text("Hello " + exchange.pathParam("name")))
                .get("/query", exchange -> exchange.text("color " + exchange.queryParam("color")))
                .post("/echo", exchange -> exchange.status(201).text(exchange.body()))
                .post("/form", exchange -> exchange.text("name " + exchange.formParam("name")))
                .get("/lines", exchange -> {
                    try (var body = exchange.outputStream()) {
                        body.write("one\ntwo\n".getBytes());
                    }
                })
                .sse("/events", client -> {
                    client.sendComment("two follow");
                    client.sendEvent("first", "one", "1");
                    client.sendEvent("two\nlines");
                    client.close();
                })
                .get("/failure", exchange -> {
                    throw new IllegalStateException("meant");
                })
                .port(0)
                .start();
        Ready.at(server.port());
    }
}
