package dev.ringer.internal.server;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import dev.ringer.internal.protocol.RequestHandler;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.ServerOptions.Handlers;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.TestKeys;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/** Servers that speak the toy protocol besides HTTP/1, in every mode, in the clear and over TLS. */
final class ToyServers {
    private ToyServers() {}

    /** In the clear. */
    static TestServer create(Mode mode) throws IOException {
        return create(mode, Deadlines.PATIENCE);
    }

    /** In the clear, where the body of a request may stand still for this time. */
    static TestServer create(Mode mode, Duration stallLimit) throws IOException {
        return create(mode, handler -> List.of(ToyProtocol.offer(handler, stallLimit)));
    }

    /** In the clear, with these offers. */
    static TestServer create(Mode mode, Function<RequestHandler, List<ProtocolOffer>> offers) throws IOException {
        return bind(new RingerHttpServer(options(mode), parts -> offers.apply(parts.handler())), Transport.CLEAR, mode);
    }

    /** Over TLS: chosen by ALPN, and HTTP/1 for those who do not ask. */
    static TestServer createTls(Mode mode) throws IOException {
        RingerHttpsServer server = new RingerHttpsServer(
                options(mode), parts -> List.of(ToyProtocol.offer(parts.handler(), Deadlines.PATIENCE)));
        server.setHttpsConfigurator(new WithAlpn(TestKeys.serverContext()));
        return bind(server, Transport.TLS, mode);
    }

    private static ServerOptions options(Mode mode) {
        return ServerOptions.builder()
                .handlers(mode == Mode.LOOPS ? Handlers.LOOPS : Handlers.DEFAULT)
                .build();
    }

    private static TestServer bind(HttpServer server, Transport transport, Mode mode) throws IOException {
        server.bind(TestServer.anyPort(), 0);
        return TestServer.of(server, transport, mode.newExecutor());
    }

    private static final class WithAlpn extends HttpsConfigurator {
        WithAlpn(SSLContext context) {
            super(context);
        }

        @Override
        public void configure(HttpsParameters parameters) {
            SSLParameters ssl = getSSLContext().getDefaultSSLParameters();
            ssl.setApplicationProtocols(new String[] {ToyProtocol.ALPN_NAME, "http/1.1"});
            parameters.setSSLParameters(ssl);
        }
    }
}
