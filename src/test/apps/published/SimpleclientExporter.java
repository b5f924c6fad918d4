package published;

import io.prometheus.client.Gauge;
import io.prometheus.client.exporter.HTTPServer;
import java.io.IOException;

final class SimpleclientExporter {
    public static void main(String[] arguments) throws IOException {
        Gauge.build("open_orders", "Orders").register().set(3);

        var server =
                new HTTPServer.Builder().withHostname("localhost").withPort(0).build();
        Ready.at(server.getPort());
    }
}
