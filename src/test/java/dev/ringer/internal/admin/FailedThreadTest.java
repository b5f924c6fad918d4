package dev.ringer.internal.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.ringer.internal.server.RingerHttpServer;
import dev.ringer.options.AdminAddress;
import dev.ringer.options.ReadyPorts;
import dev.ringer.options.ServerOptions;
import dev.ringer.testkit.FreePorts;
import dev.ringer.testkit.RecordedLog;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Tests an admin listener for which the system creates no thread. */
@Isolated("a process has one admin listener")
class FailedThreadTest {
    private static final class UnstartedThread extends Thread {
        @Override
        public synchronized void start() {
            throw new OutOfMemoryError("unable to create native thread");
        }
    }

    @Test
    void leavesTheServerAlone() throws IOException {
        String place = "127.0.0.1:" + FreePorts.next();
        AdminListener listener = new AdminListener(
                AdminAddress.parse(place), ReadyPorts.AUTO, RingerHttpServer::new, task -> new UnstartedThread());
        HttpServer server = new RingerHttpServer(ServerOptions.builder().build(), false, listener);
        server.bind(TestServer.anyPort(), 0);
        try (RecordedLog log = RecordedLog.of("dev.ringer", Level.ALL);
                TestServer started =
                        TestServer.of(server, Transport.CLEAR, Optional.empty()).start()) {
            assertThat(started.connect().get("/nothing").readResponse().status())
                    .isEqualTo(404);
            assertThat(log.records(entry -> entry.getMessage().contains(place)))
                    .singleElement()
                    .extracting(LogRecord::getMessage)
                    .isEqualTo("ringer.admin: cannot listen on " + place
                            + ": java.lang.OutOfMemoryError: unable to create native thread");
            int port = Integer.parseInt(place.substring(place.indexOf(':') + 1));
            new ServerSocket(port, 1, InetAddress.getLoopbackAddress()).close(); // the port is free
        }
    }
}
