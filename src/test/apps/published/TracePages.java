package published;

import io.opencensus.contrib.zpages.ZPageHandlers;
import java.io.IOException;

final class TracePages {
    public static void main(String[] arguments) throws IOException {
        var port = Ready.freePort();
        ZPageHandlers.startHttpServerAndRegisterAll(port);
        Ready.at(port);
    }
}
