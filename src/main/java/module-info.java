/**
 * A fast and strict engine for the JDK's HTTP server API, {@code com.sun.net.httpserver}.
 *
 * <p>A program written for that API needs nothing from here: with the jar on the class path,
 * {@link com.sun.net.httpserver.HttpServer#create()} makes Ringer servers. These packages add what the API lacks.
 *
 * <ul>
 *   <li><b>Configure a server in code</b>: {@link dev.ringer.Ringer#create Ringer.create} with
 *       {@link dev.ringer.options.ServerOptions}; {@link dev.ringer.options.Settings} has a constant for every setting.
 *   <li><b>Serve HTTPS from PEM files</b>: {@link dev.ringer.options.Settings#TLS}. If your program sets an
 *       {@code HttpsConfigurator}, {@link dev.ringer.Ringer#sslContext Ringer.sslContext}, or
 *       {@link dev.ringer.tls.PemContext} for several certificates, passwords and client certificates.
 *   <li><b>Know more about a request</b>: {@link dev.ringer.RingerExchange} for its scheme, the proxy in front, and
 *       clients that leave; {@link dev.ringer.Trailers} for trailer fields, as in gRPC.
 *   <li><b>Serve files</b>: {@link dev.ringer.files.FileHandler} for a folder, {@link dev.ringer.files.FileTransfer}
 *       for one file in a handler of yours.
 *   <li><b>Compress responses</b>: {@link dev.ringer.files.CompressionFilter}.
 *   <li><b>Read forms and uploads</b>: {@link dev.ringer.multipart.Form} for a whole form,
 *       {@link dev.ringer.multipart.FormReader} part by part, {@link dev.ringer.multipart.MultipartParser} from bytes
 *       that you feed it.
 *   <li><b>Receive slow uploads without a waiting thread</b>: {@link dev.ringer.RequestBody} for any body,
 *       {@link dev.ringer.multipart.Form#receive(com.sun.net.httpserver.HttpExchange) Form.receive} for a form.
 *   <li><b>Serve WebSockets</b>: {@link dev.ringer.websocket.WebSocketHandler} with a
 *       {@link dev.ringer.websocket.WebSocketListener}.
 *   <li><b>Push events to browsers</b>: {@link dev.ringer.events.EventStream}.
 *   <li><b>Watch a server</b>: {@link dev.ringer.Ringer#statistics Ringer.statistics}, or
 *       {@link dev.ringer.observe.MetricsHandler} for Prometheus.
 *   <li><b>Choose how headers are stored</b>: {@link dev.ringer.headers.RingerHeaders}.
 * </ul>
 *
 * <p>{@code RingerExchange}, {@code Trailers} and {@code Ringer.statistics} need Ringer: on another provider they throw
 * an {@link java.lang.UnsupportedOperationException}, and a WebSocket handler answers 501. Everything else that handles
 * exchanges works on every provider of the API.
 */
module dev.ringer {
    requires transitive jdk.httpserver;
    requires static java.management;
    requires static jdk.jfr;
    requires static org.jspecify;

    exports dev.ringer;
    exports dev.ringer.events;
    exports dev.ringer.files;
    exports dev.ringer.headers;
    exports dev.ringer.multipart;
    exports dev.ringer.observe;
    exports dev.ringer.options;
    exports dev.ringer.tls;
    exports dev.ringer.websocket;

    provides com.sun.net.httpserver.spi.HttpServerProvider with
            dev.ringer.RingerProvider;
}
