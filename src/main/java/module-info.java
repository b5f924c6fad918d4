/** A fast and strict implementation of the JDK's HTTP server API, {@code com.sun.net.httpserver}. */
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
