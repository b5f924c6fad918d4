package dev.ringer.proxy;

import java.nio.file.Path;
import java.util.List;

/** The installed proxies. None of them retries a request, because a retry would hide a lost request. */
enum Proxy {
    NGINX(false, "nginx", "-p", "${folder}", "-e", "stderr", "-c", "${config}") {
        @Override
        String config() {
            return nginx("""
                    proxy_pass http://ringer;
                    proxy_http_version 1.1;
                    proxy_set_header Connection "";
                    proxy_next_upstream off;
                    proxy_request_buffering off;
                    """);
        }
    },

    /** nginx's gRPC module speaks HTTP/2 to servers. It removes the Content-Length from answers to HEAD. */
    NGINX_BY_HTTP2(true, "nginx", "-p", "${folder}", "-e", "stderr", "-c", "${config}") {
        @Override
        String config() {
            return nginx("""
                    grpc_pass grpc://ringer;
                    grpc_next_upstream off;
                    """);
        }

        @Override
        boolean keepsLengthOfHead() {
            return false;
        }
    },

    HAPROXY(false, "haproxy", "-db", "-f", "${config}") {
        @Override
        String config() {
            return haproxy("");
        }
    },

    HAPROXY_BY_HTTP2(true, "haproxy", "-db", "-f", "${config}") {
        @Override
        String config() {
            return haproxy(" proto h2");
        }
    };

    private final boolean http2;
    private final String command;
    private final List<String> arguments;

    Proxy(boolean http2, String command, String... arguments) {
        this.http2 = http2;
        this.command = command;
        this.arguments = List.of(arguments);
    }

    abstract String config();

    /** Returns whether the proxy speaks HTTP/2 to the server. */
    boolean speaksHttp2() {
        return http2;
    }

    /** Returns whether the proxy keeps the Content-Length of answers to HEAD. */
    boolean keepsLengthOfHead() {
        return true;
    }

    private static String nginx(String location) {
        return ProxyProcess.NGINX + """
                    upstream ringer {
                        server 127.0.0.1:${backend} max_fails=0;
                        keepalive 32;
                    }
                    server {
                        listen 127.0.0.1:${port};
                        client_max_body_size 0;
                        location / {
                """ + location + "}}}";
    }

    private static String haproxy(String options) {
        return """
                defaults
                    mode http
                    timeout connect 5s
                    timeout client 30s
                    timeout server 30s
                    retries 0
                    no option redispatch
                    http-reuse always
                frontend clients
                    bind 127.0.0.1:${port}
                    default_backend ringer
                backend ringer
                    server one 127.0.0.1:${backend} pool-max-conn 32""" + options + "\n";
    }

    /** Starts the proxy in front of a server on loopback. Without the proxy, the test is skipped, or fails in CI. */
    ProxyProcess inFrontOf(int backend, Path folder) {
        return ProxyProcess.start(
                command, arguments, config().replace("${backend}", Integer.toString(backend)), folder);
    }
}
