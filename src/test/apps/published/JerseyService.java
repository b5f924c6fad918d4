package published;

import java.net.URI;
import org.glassfish.jersey.jdkhttp.JdkHttpServerFactory;
import org.glassfish.jersey.server.ResourceConfig;

final class JerseyService {
    public static void main(String[] arguments) {
        var server = JdkHttpServerFactory.createHttpServer(
                URI.create("http://localhost:0/api"), new ResourceConfig(Books.class));
        Ready.at(server.getAddress().getPort());
    }
}
