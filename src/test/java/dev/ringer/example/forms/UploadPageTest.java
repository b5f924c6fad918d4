package dev.ringer.example.forms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.ringer.multipart.FormOptions;
import dev.ringer.testkit.Browser;
import dev.ringer.testkit.SystemProperties;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the upload page on a server of the current provider, with raw requests and in a headless Chromium. */
class UploadPageTest {
    private static final int FILE_SIZE = 3_000_000;

    /** Fills in the page in a frame and sends it, then reports what the page shows. */
    private static final String DRIVER = """
            <!DOCTYPE html>
            <meta charset="utf-8">
            <iframe id="frame" src="/upload"></iframe>
            <script>
              document.getElementById("frame").onload = event => {
                const page = event.target.contentDocument;
                const files = new event.target.contentWindow.DataTransfer();
                files.items.add(new File([new Uint8Array(%d).fill(13)], 'gr\u00fcn "1".bin'));
                files.items.add(new File([], "empty.txt", { type: "text/plain" }));
                page.querySelector("[name=files]").files = files.files;
                page.querySelector("[name=note]").value = "<b>\u20ac</b>";
                page.querySelector("button").click();
                const watch = setInterval(() => {
                  const result = page.getElementById("result");
                  if (result.textContent) {
                    clearInterval(watch);
                    const rows = [...result.querySelectorAll("tr")].map(row => row.innerText).join("\\n");
                    const caption = result.querySelector("caption").innerText;
                    fetch("/done", { method: "POST", body: caption + "\\n" + page.getElementById("progress").value + "\\n" + rows });
                  }
                }, 20);
              };
            </script>
            """.formatted(FILE_SIZE);

    @TempDir
    private Path profile;

    private final CompletableFuture<String> done = new CompletableFuture<>();
    private final ExecutorService executor = Executors.newCachedThreadPool();
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        try (SystemProperties ignored = SystemProperties.none()) {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        }
        server.setExecutor(executor);
        server.createContext(
                "/upload",
                new UploadPage(FormOptions.builder().maxFileBytes(FILE_SIZE).build()));
        server.createContext("/drive", exchange -> {
            exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
            send(exchange, DRIVER);
        });
        server.createContext("/done", exchange -> {
            done.complete(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            send(exchange, "");
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
        executor.shutdownNow();
    }

    private static void send(HttpExchange exchange, String text) throws IOException {
        try (exchange) {
            byte[] body = text.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
    }

    @Test
    void receivesFilesFromChromium() throws Exception {
        assumeTrue(Browser.CHROMIUM.available(), "no Chromium on the path: the upload page is not driven in a browser");

        Browser.Shown browser = Browser.CHROMIUM.show(profile, uri("/drive").toString());
        try (browser) {
            String[] shown = done.get(60, TimeUnit.SECONDS).split("\n");

            byte[] content = new byte[FILE_SIZE];
            Arrays.fill(content, (byte) 13);
            assertThat(shown)
                    .containsExactly(
                            "<b>\u20ac</b>",
                            "100",
                            "File\tType\tBytes\tSHA-256",
                            "gr\u00fcn \"1\".bin\tapplication/octet-stream\t" + FILE_SIZE + "\t" + sha256(content),
                            "empty.txt\ttext/plain\t0\t" + sha256(new byte[0]));
        }
    }

    @Test
    void refusesWhatIsTooLong() throws Exception {
        String body = "--B\r\nContent-Disposition: form-data; name=f; filename=f\r\n\r\n" + "x".repeat(FILE_SIZE + 1)
                + "\r\n--B--\r\n";
        HttpRequest request = HttpRequest.newBuilder(uri("/upload"))
                .header("Content-Type", "multipart/form-data; boundary=B")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();

        HttpResponse<String> response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());

        assertThat(response.statusCode()).isEqualTo(413);
        assertThat(response.body()).contains("too large");
    }

    private static String sha256(byte[] content) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    }
}
