package dev.ringer.internal.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.internal.accesslog.AccessLog;
import dev.ringer.internal.observe.ServerCounts;
import dev.ringer.internal.protocol.HttpStream;
import dev.ringer.internal.protocol.RequestHead;
import dev.ringer.internal.protocol.RequestTarget;
import dev.ringer.internal.protocol.Transport;
import dev.ringer.internal.protocol.Violation;
import dev.ringer.options.AccessLogOptions;
import dev.ringer.options.Proxies;
import dev.ringer.options.ServerOptions;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DispatcherTest implements InvocationHandler {
    private static final String FIELD = "X-forwarded-for";

    private final Transport transport = fake(Transport.class);
    private final RequestHead head = fake(RequestHead.class);
    private int looks;

    private interface Admitted extends HttpStream, Runnable {}

    @Test
    void looksOnceForWhatProxiesHaveForwarded(@TempDir Path folder) throws IOException {
        ServerOptions options =
                ServerOptions.builder().proxies(Proxies.trusted("127.0.0.1")).build();
        ServerCounts counts = new ServerCounts(Violation.values());
        ServerSettings settings = new ServerSettings(options, counts.traffic());
        ContextTable contexts = new ContextTable(options.pathMatching());
        AccessLog log = AccessLog.open(AccessLogOptions.of("json:" + folder.resolve("log")));

        new Dispatcher(settings, contexts, counts, null, log)
                .admit(fake(Admitted.class))
                .run();

        log.close();
        assertThat(looks).isEqualTo(1);
        assertThat(folder.resolve("log")).content().contains("\"client\":\"192.0.2.9\"");
    }

    private <T> T fake(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, this));
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) {
        return switch (method.getName()) {
            case "transport" -> transport;
            case "request" -> head;
            case "localAddress", "remoteAddress" -> new InetSocketAddress("127.0.0.1", 80);
            case "method" -> "GET";
            case "protocol" -> "HTTP/1.1";
            case "target" -> RequestTarget.parse("/".getBytes(StandardCharsets.US_ASCII), 0, 1);
            case "count" -> 1;
            case "hasName" -> isForwarded((String) arguments[1]);
            case "value" -> "192.0.2.9";
            default ->
                method.getReturnType() == boolean.class ? false : method.getReturnType() == int.class ? -1 : null;
        };
    }

    private boolean isForwarded(String name) {
        looks += name.equals(FIELD) ? 1 : 0;
        return name.equals(FIELD);
    }
}
