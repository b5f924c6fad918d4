package published;

import static org.hamcrest.Matchers.containsString;

import net.jadler.JadlerMocker;
import net.jadler.stubbing.server.jdk.JdkStubHttpServer;

final class StubServer {
    public static void main(String[] arguments) {
        var stubs = new JadlerMocker(new JdkStubHttpServer());
        stubs.addDefaultHeader("X-Stub", "jadler");
        stubs.start();
        stubs.onRequest()
                .havingMethodEqualTo("GET")
                .havingPathEqualTo("/orders")
                .havingParameterEqualTo("status", "open")
                .respond()
                .withStatus(200)
                .withContentType("application/json")
                .withBody("[1, 2]");
        stubs.onRequest()
                .havingMethodEqualTo("POST")
                .havingHeaderEqualTo("X-Tenant", "a")
                .havingBody(containsString("tea"))
                .respond()
                .withStatus(201)
                .withHeader("Location", "/orders/3");
        stubs.onRequest().havingMethodEqualTo("HEAD").respond().withStatus(204);
        Ready.at(stubs.getStubHttpServerPort());
    }
}
