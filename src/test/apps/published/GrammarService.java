package published;

import org.languagetool.server.HTTPServer;
import org.languagetool.server.HTTPServerConfig;

/** LanguageTool's server, with one language. */
final class GrammarService {
    public static void main(String[] arguments) {
        var port = Ready.freePort();
        new HTTPServer(new HTTPServerConfig(port)).run();
        Ready.at(port);
    }
}
