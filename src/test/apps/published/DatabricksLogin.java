package published;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;

/** The callback of a login by the Databricks SDK, which opens a browser before anybody else could use the callback. */
final class DatabricksLogin {
    public static void main(String[] arguments) throws Exception {
        var constructor = Class.forName("com.databricks.sdk.core.oauth.Consent$CallbackResponseHandler")
                .getDeclaredConstructor(Optional.class);
        constructor.setAccessible(true);
        var callback = (HttpHandler) constructor.newInstance(Optional.of(Duration.ofMinutes(1)));
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", callback);
        server.start();
        Ready.at(server.getAddress().getPort());
    }
}
