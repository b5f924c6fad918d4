package dev.ringer.proxy;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** The installed proxies. Neither tries a request again, so that nothing lost stays hidden. */
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

    /** Its module for gRPC speaks HTTP/2 to servers, and loses the Content-Length of an answer to HEAD by itself. */
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

    private static final Duration DEADLINE = Duration.ofSeconds(10);

    private final boolean http2;
    private final String command;
    private final String[] arguments;

    Proxy(boolean http2, String command, String... arguments) {
        this.http2 = http2;
        this.command = command;
        this.arguments = arguments;
    }

    abstract String config();

    /** Whether it speaks HTTP/2 to the server. */
    boolean speaksHttp2() {
        return http2;
    }

    /** Whether an answer to HEAD says how long the content would be. */
    boolean keepsLengthOfHead() {
        return true;
    }

    private static String nginx(String location) {
        return """
                daemon off;
                master_process off;
                pid ${folder}/nginx.pid;
                events { worker_connections 1024; }
                http {
                    access_log off;
                    client_body_temp_path ${folder}/body;
                    proxy_temp_path ${folder}/proxy;
                    fastcgi_temp_path ${folder}/fastcgi;
                    uwsgi_temp_path ${folder}/uwsgi;
                    scgi_temp_path ${folder}/scgi;
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

    /** Starts the proxy in front of a server on loopback; without the proxy the test is skipped, but not in CI. */
    Running inFrontOf(int backend, Path folder) {
        var executable = executable();
        assumeTrue(executable.isPresent() || System.getenv("CI") != null, () -> command + " is not installed");
        try {
            var port = freePort();
            var config = Files.writeString(folder.resolve("config"), filled(config(), backend, port, folder));
            var line = Stream.concat(
                            Stream.of(executable.orElseThrow().toString()),
                            Stream.of(arguments)
                                    .map(argument -> argument.replace("${folder}", folder.toString())
                                            .replace("${config}", config.toString())))
                    .toList();
            var log = folder.resolve("log");
            var process = new ProcessBuilder(line)
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            var running = new Running(process, port, log);
            running.awaitListening();
            return running;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String filled(String config, int backend, int port, Path folder) {
        return config.replace("${backend}", Integer.toString(backend))
                .replace("${port}", Integer.toString(port))
                .replace("${folder}", folder.toString());
    }

    private Optional<Path> executable() {
        return Stream.concat(Stream.of(System.getenv("PATH").split(":")), Stream.of("/usr/sbin", "/usr/local/sbin"))
                .map(folder -> Path.of(folder, command))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** A started proxy. Closing it ends its process. */
    record Running(Process process, int port, Path log) implements AutoCloseable {
        private void awaitListening() throws IOException {
            var end = System.nanoTime() + DEADLINE.toNanos();
            while (!listens()) {
                assertThat(process.isAlive() && System.nanoTime() < end)
                        .as(() -> "started: " + text())
                        .isTrue();
                LockSupport.parkNanos(10_000_000);
            }
        }

        private boolean listens() {
            try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                return socket.isConnected();
            } catch (IOException notYet) {
                return false;
            }
        }

        String text() {
            try {
                return Files.readString(log);
            } catch (IOException e) {
                return e.toString();
            }
        }

        @Override
        public void close() {
            process.destroy();
            try {
                assertThat(process.waitFor(DEADLINE.toSeconds(), SECONDS)).isTrue();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                process.destroyForcibly();
            }
        }
    }
}
