package published;

import com.kttdevelopment.simplehttpserver.SimpleHttpHandler;
import com.kttdevelopment.simplehttpserver.SimpleHttpServer;
import com.kttdevelopment.simplehttpserver.handler.FileHandler;
import java.io.IOException;
import java.nio.file.Files;

final class KttService {
    public static void main(String[] arguments) throws IOException {
        var folder = Files.createTempDirectory("site");
        var file = Files.writeString(folder.resolve("page.txt"), "a page");
        file.toFile().deleteOnExit();
        folder.toFile().deleteOnExit();

        var server = SimpleHttpServer.create(0);
        SimpleHttpHandler query = exchange -> {
            exchange.send("color " + exchange.getGetMap().get("color"), 201);
            exchange.close();
        };
        SimpleHttpHandler form = exchange -> {
            exchange.send(
                    "name " + exchange.getPostMap().get("name"),
                    exchange.getCookies().size() == 1);
            exchange.close();
        };
        var files = new FileHandler();
        files.addFile(file.toFile());
        server.createContext("/query", query);
        server.createContext("/form", form);
        server.createContext("/files", files);
        server.start();
        Ready.at(server.getAddress().getPort());
    }
}
