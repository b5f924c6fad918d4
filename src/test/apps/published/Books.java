package published;

import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A resource for the Jakarta REST servers. */
@Path("/books")
@Produces("text/plain")
public class Books {
    private static final Map<String, String> TITLES = new ConcurrentHashMap<>(Map.of("1", "Moby-Dick"));

    @GET
    @Path("{id}")
    public String title(@PathParam("id") String id) {
        return found(TITLES.get(id));
    }

    @PUT
    @Path("{id}")
    public Response store(@PathParam("id") String id, String title) {
        TITLES.put(id, title);
        return Response.created(URI.create("/books/" + id)).build();
    }

    @DELETE
    @Path("{id}")
    public void remove(@PathParam("id") String id) {
        found(TITLES.remove(id));
    }

    @GET
    @Path("search")
    public String search(@QueryParam("q") String query, @HeaderParam("Accept-Language") String language) {
        return query + " in " + language;
    }

    @GET
    @Path("pages")
    public StreamingOutput pages(@QueryParam("count") int count) {
        return out -> {
            for (var page = 1; page <= count; page++) {
                out.write(("Page " + page + " of " + count + "\n").getBytes());
            }
        };
    }

    private static String found(String title) {
        if (title == null) {
            throw new NotFoundException("no such book");
        }
        return title;
    }
}
