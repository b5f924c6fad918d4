package dev.ringer.engine;

import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** A server with short time limits that answers with the length of each request body. */
final class StoppedMain {
    private StoppedMain() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        Map<String, String> limits = Map.of(
                "ringer.headTimeout", "15",
                "ringer.bodyStallTimeout", "15",
                "ringer.idleInterval", "15",
                "ringer.drainTimeout", "15");
        try (TestServer server = TestServer.create(
                Provider.RINGER, Transport.valueOf(arguments[0]), Mode.valueOf(arguments[1]), limits)) {
            server.handle("/", exchange -> {
                int length = exchange.getRequestBody().readAllBytes().length;
                byte[] answer = Integer.toString(length).getBytes(StandardCharsets.US_ASCII);
                exchange.sendResponseHeaders(200, answer.length);
                exchange.getResponseBody().write(answer);
                exchange.close();
            });
            server.start();
            System.out.println("port " + server.port());
            Thread.currentThread().join(); // until the test ends this process
        }
    }
}
