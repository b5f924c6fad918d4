package published;

import io.prometheus.jmx.WebServer;
import java.nio.file.Files;

/** The JMX exporter as a program of its own, which here shows the metrics of its own JVM. */
final class JmxExporterService {
    public static void main(String[] arguments) throws Exception {
        var port = Ready.freePort();
        var rules = Files.createTempFile("rules", ".yaml");
        rules.toFile().deleteOnExit();
        Files.writeString(
                rules,
                "hostPort: localhost:" + System.getProperty("com.sun.management.jmxremote.port")
                        + "\nrules:\n- pattern: 'java.lang<type=Runtime><>Uptime'\n");
        new Thread(() -> serve("localhost:" + port, rules.toString())).start();
        Ready.at(port);
    }

    private static void serve(String address, String rules) {
        try {
            WebServer.main(new String[] {address, rules});
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
