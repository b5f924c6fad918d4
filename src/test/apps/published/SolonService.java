package published;

import org.noear.solon.Solon;

public final class SolonService {
    public static void main(String[] arguments) {
        var port = Ready.freePort();
        Solon.start(SolonService.class, new String[] {"--server.port=" + port}, application -> {
            application.get("/hello", context -> context.output("Hello " + context.param("name")));
            application.post("/echo", context -> {
                context.status(201);
                context.headerSet("X-Content-Type", context.contentType());
                context.output(context.body());
            });
            application.post("/form", context -> context.output("name " + context.param("name")));
            application.post("/upload", context -> {
                var file = context.file("file");
                context.output(file.getName() + " has " + file.getContentSize() + " bytes");
            });
            application.get("/after", context -> {
                Thread.sleep(context.paramAsLong("millis"));
                context.output("done");
            });
            application.get("/redirect", context -> context.redirect("/hello"));
        });
        Ready.at(port);
    }
}
