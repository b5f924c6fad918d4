package dev.ringer.internal.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.internal.server.RingerHttpServer;
import dev.ringer.observe.ServerStatistics;
import dev.ringer.options.AdminAddress;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.FreePorts;
import dev.ringer.testkit.RecordedLog;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;

/** Checks that an admin listener that fails logs what still works. */
class AdminServerTest {
    private final int port = FreePorts.next();
    private final String place = "127.0.0.1:" + port;

    @Test
    void freesItsPortIfItCannotStart() throws IOException {
        try (RecordedLog log = RecordedLog.from(Level.WARNING)) {
            AdminServer server = AdminServer.open(
                    AdminAddress.parse(place),
                    new Servers(),
                    RingerHttpServer::new,
                    task -> AdminServer.newThread(() -> {
                        AdminServer.newThread(task).start();
                        task.run(); // one of the two threads finds that the server was started already
                    }));
            awaitRecord(log, "Cannot start the admin listener; other servers continue without it");

            new ServerSocket(port, 1, InetAddress.getLoopbackAddress()).close(); // the port is free
            server.close();
        }
    }

    @Test
    void answersWithoutSamples() throws IOException {
        Servers servers = new Servers();
        servers.onStarted(
                (ServerStatistics) Proxy.newProxyInstance(
                        getClass().getClassLoader(),
                        new Class<?>[] {ServerStatistics.class},
                        (proxy, method, arguments) -> {
                            return switch (method.getName()) {
                                case "address" -> "127.0.0.1:1";
                                case "hashCode" -> 1;
                                default -> throw new IllegalStateException("on purpose");
                            };
                        }),
                false);
        try (RecordedLog log = RecordedLog.from(Level.WARNING)) {
            AdminServer server =
                    AdminServer.open(AdminAddress.parse(place), servers, RingerHttpServer::new, AdminServer::newThread);
            awaitRecord(log, "Unexpected error in the admin listener; its status page is no longer updated");

            try (InputStream live =
                    URI.create("http://" + place + "/live").toURL().openStream()) {
                assertThat(new String(live.readAllBytes(), StandardCharsets.UTF_8))
                        .isEqualTo("live\n");
            }
            server.close();
        }
    }

    private static void awaitRecord(RecordedLog log, String message) {
        Deadlines.await(
                "the log entry",
                () -> !log.records(entry -> message.equals(entry.getMessage())).isEmpty());
    }
}
