package published;

import com.sun.jersey.api.container.httpserver.HttpServerFactory;
import com.sun.jersey.api.core.DefaultResourceConfig;
import java.io.IOException;
import javax.ws.rs.DELETE;
import javax.ws.rs.GET;
import javax.ws.rs.PUT;
import javax.ws.rs.Path;
import javax.ws.rs.PathParam;
import javax.ws.rs.Produces;
import javax.ws.rs.QueryParam;
import javax.ws.rs.WebApplicationException;
import javax.ws.rs.core.Response;

public final class Jersey1Service {
    public static void main(String[] arguments) throws IOException {
        var port = Ready.freePort();
        var server =
                HttpServerFactory.create("http://localhost:" + port + "/api", new DefaultResourceConfig(Orders.class));
        server.start();
        Ready.at(port);
    }

    /** A resource of JAX-RS 1. */
    @Path("/orders")
    public static final class Orders {
        @GET
        @Path("{id}")
        @Produces("text/plain")
        public String order(@PathParam("id") int id, @QueryParam("note") String note) {
            if (id == 0) {
                throw new WebApplicationException(404);
            }
            return "order " + id + ", " + note;
        }

        @PUT
        @Path("{id}")
        public Response replace(@PathParam("id") int id, String content) {
            return Response.status(201).header("X-Length", content.length()).build();
        }

        @DELETE
        @Path("{id}")
        public void delete(@PathParam("id") int id) {}
    }
}
