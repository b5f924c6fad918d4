package published;

import kotlin.jvm.functions.Function1;
import org.http4k.core.Request;
import org.http4k.core.Response;
import org.http4k.core.Status;
import org.http4k.server.Http4kServerKt;
import org.http4k.server.SunHttp;

final class Http4kService {
    public static void main(String[] arguments) {
        Function1<Request, Response> application = request -> Response.Companion.create(Status.OK)
                .header("X-Method", request.getMethod().name())
                .header("X-Query", request.getUri().getQuery())
                .body(request.bodyString() + "!");
        Ready.at(Http4kServerKt.asServer(application, new SunHttp(0)).start().port());
    }
}
