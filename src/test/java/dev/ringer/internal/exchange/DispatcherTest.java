package dev.ringer.internal.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.internal.accesslog.AccessLog;
import dev.ringer.internal.http.Violation;
import dev.ringer.internal.observe.ServerCounts;
import dev.ringer.internal.protocol.HttpStream;
import dev.ringer.internal.protocol.RequestHead;
import dev.ringer.internal.protocol.Transport;
import dev.ringer.options.AccessLogOptions;
import dev.ringer.options.Proxies;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.Settings;
import dev.ringer.testkit.FakeConnection;
import dev.ringer.testkit.FakeHead;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DispatcherTest {
    private static final String FIELD = "X-forwarded-for";

    private final Transport transport = new FakeConnection();
    private final RequestHead head = new FakeHead("/", FIELD, "192.0.2.9") {
        @Override
        public boolean hasName(int line, String normalName) {
            looks += normalName.equals(FIELD) ? 1 : 0;
            return super.hasName(line, normalName);
        }
    };
    private int looks;

    private interface Admitted extends HttpStream, Runnable {}

    @Test
    void looksOnceForWhatProxiesHaveForwarded(@TempDir Path folder) throws IOException {
        ServerOptions options = ServerOptions.builder()
                .set(Settings.PROXIES, Proxies.of("127.0.0.1"))
                .build();
        ServerCounts counts = new ServerCounts(Violation.values());
        ServerSettings settings = new ServerSettings(options, counts.traffic(), failure -> 0, null);
        ContextTable contexts = new ContextTable(options.get(Settings.PATH_MATCHING));
        AccessLog log = AccessLog.open(AccessLogOptions.parse("json:" + folder.resolve("log")));

        new Dispatcher(settings, contexts, counts, null, log).admit(stream()).run();

        log.close();
        assertThat(looks).isEqualTo(1);
        assertThat(folder.resolve("log")).content().contains("\"client\":\"192.0.2.9\"");
    }

    private Admitted stream() {
        return (Admitted) Proxy.newProxyInstance(
                Admitted.class.getClassLoader(),
                new Class<?>[] {Admitted.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "transport" -> transport;
                    case "request" -> head;
                    case "localAddress" -> transport.localAddress();
                    case "remoteAddress" -> transport.remoteAddress();
                    default -> method.getReturnType() == boolean.class ? false : null;
                });
    }
}
