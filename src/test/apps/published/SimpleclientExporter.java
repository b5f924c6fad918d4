package published;

import io.prometheus.client.Counter;
import io.prometheus.client.exporter.HTTPServer;
import java.io.IOException;

final class SimpleclientExporter {
    public static void main(String[] arguments) throws IOException {
        Counter.build("orders_total", "Orders").register().inc(3);

        var server =
                new HTTPServer.Builder().withHostname("localhost").withPort(0).build();
        Ready.at(server.getPort());
    }
}
