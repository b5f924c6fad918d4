package dev.ringer.internal.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.ringer.options.AccessLogOptions;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.Settings;
import dev.ringer.options.TlsOptions;
import dev.ringer.testkit.TestServer;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerDelegate;
import javax.management.MBeanServerNotification;
import javax.management.NotificationListener;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a failed start of a server releases its resources, once. */
class FailedStartTest {
    @TempDir
    private Path folder;

    @Test
    void leavesTheLogToOthers() throws IOException {
        Path file = folder.resolve("log");
        Path missing = folder.resolve("missing.pem");
        ServerOptions options = ServerOptions.builder()
                .set(Settings.ACCESS_LOG, AccessLogOptions.parse("common:" + file))
                .set(Settings.TLS, TlsOptions.of(missing, missing))
                .build();
        ServerCore core = new ServerCore(null, options, false, false, HttpsIdentity.UNSET, null);
        core.bind(TestServer.anyPort(), 0);
        try {
            assertThatIllegalStateException().isThrownBy(core::start).withMessageContaining("missing.pem");
            Files.delete(file);
            Files.createDirectory(file);

            assertThatIllegalStateException() // the log is opened again, because the failed start closed it
                    .isThrownBy(core::start)
                    .withMessageContaining(file.toString())
                    .withMessageNotContaining("missing.pem");
        } finally {
            core.stop(0);
        }
    }

    /**
     * Starts a loop's thread early. The server's own start of it then fails, as if the system could create no thread.
     */
    @Test
    void stopsIfAThreadCannotBeStarted() throws IOException, JMException {
        ServerOptions options = ServerOptions.builder()
                .set(Settings.HANDLERS, Settings.Handlers.LOOPS)
                .set(Settings.LOOPS, 2)
                .set(Settings.REUSE_PORT, true) // so that each loop listens
                .set(Settings.JMX, true)
                .build();
        ServerCore core = new ServerCore(null, options, false, false, null, null);
        core.bind(TestServer.anyPort(), 0);
        ObjectName bean = new ObjectName("dev.ringer:type=ServerStatistics,address="
                + ObjectName.quote(core.statistics().address()));
        NotificationListener starter = (notification, unused) -> {
            if (notification.getType().equals(MBeanServerNotification.REGISTRATION_NOTIFICATION)
                    && ((MBeanServerNotification) notification).getMBeanName().equals(bean)) {
                core.loops()[0].thread().start();
            }
        };
        MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
        beans.addNotificationListener(MBeanServerDelegate.DELEGATE_NAME, starter, null, null);
        try {
            assertThatExceptionOfType(IllegalThreadStateException.class).isThrownBy(core::start);
        } finally {
            beans.removeNotificationListener(MBeanServerDelegate.DELEGATE_NAME, starter);
        }

        assertThat(core.loops()[0].thread().isAlive()).isFalse();
        assertThat(beans.isRegistered(bean)).isFalse();
        new ServerSocket(core.getAddress().getPort(), 1, InetAddress.getLoopbackAddress()).close(); // the port is free
        assertThatIllegalStateException().isThrownBy(core::start).withMessage("server in wrong state");
    }
}
