package published;

import java.util.List;
import org.jboss.resteasy.plugins.server.sun.http.SunHttpJaxrsServer;

final class ResteasyService {
    public static void main(String[] arguments) {
        var port = Ready.freePort();
        var server = new SunHttpJaxrsServer();
        server.setPort(port);
        server.setRootResourcePath("/api");
        server.getDeployment().setResourceClasses(List.of(Books.class.getName()));
        server.start();
        Ready.at(port);
    }
}
