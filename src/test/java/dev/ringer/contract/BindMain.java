package dev.ringer.contract;

import com.sun.net.httpserver.HttpServer;
import dev.ringer.testkit.Provider;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * A program that binds servers of the provider that its argument names to addresses of all kinds, and prints what
 * happens.
 */
final class BindMain {
    private BindMain() {}

    public static void main(String[] arguments) {
        Provider provider = Provider.valueOf(arguments[0]);
        for (String host : List.of("127.0.0.1", "::1", "::", "fe80::1", "2001:db8::1", "192.0.2.1")) {
            attempt(provider, host, new InetSocketAddress(host, 0));
        }
        attempt(provider, "unresolved", InetSocketAddress.createUnresolved("unknown.invalid", 0));
    }

    private static void attempt(Provider provider, String name, InetSocketAddress address) {
        try {
            HttpServer server = provider.open().createHttpServer(address, 0);
            server.stop(0);
            System.out.println("attempt " + name + ": ok");
        } catch (IOException | RuntimeException e) {
            System.out.println("attempt " + name + ": " + e.getClass().getName());
        }
    }
}
