package dev.ringer.files;

import com.sun.net.httpserver.HttpHandler;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Response;
import dev.ringer.testkit.TestServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;

/** Serves a folder of files with a known modification time. */
final class Site implements AutoCloseable {
    /** The modification time of every file. It is long ago, so the validators are strong. */
    static final Instant CHANGED = Instant.parse("2026-01-02T03:04:05Z");

    static final String LAST_MODIFIED = "Fri, 02 Jan 2026 03:04:05 GMT";

    private final TestServer server;

    private Site(TestServer server) {
        this.server = server;
    }

    /** Starts a file server with these settings at the root path. */
    static Site of(Provider provider, FileHandler.Builder settings) throws IOException {
        return of(provider, "/", settings.build());
    }

    static Site of(Provider provider, String context, HttpHandler handler) throws IOException {
        return new Site(TestServer.create(provider, Mode.CACHED_POOL)
                .handle(context, handler)
                .start());
    }

    /** Writes a file that was changed at {@link #CHANGED}, and the folders above it. */
    static Path write(Path folder, String name, String content) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.write(file, content.getBytes(StandardCharsets.ISO_8859_1));
        return Files.setLastModifiedTime(file, FileTime.from(CHANGED));
    }

    TestServer server() {
        return server;
    }

    RawClient connect() throws IOException {
        return server.connect();
    }

    /** Sends a GET on a new connection, and returns the response. */
    Response get(String target, String... fieldLines) throws IOException {
        return request("GET", target, fieldLines);
    }

    Response request(String method, String target, String... fieldLines) throws IOException {
        try (RawClient client = RawClient.connect(server.port())) {
            return client.request(method, target, fieldLines).readResponse(method);
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
