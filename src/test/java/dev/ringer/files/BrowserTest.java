package dev.ringer.files;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpExchange;
import dev.ringer.testkit.Browser;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.TestServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks how a headless Chromium fetches files: by ranges when it seeks, and not again if they are unchanged. */
class BrowserTest {
    private static final int ASSETS = 50;
    private static final int MEDIA_SECONDS = 600;
    private static final int VIDEO_SECONDS = 600;
    private static final int RATE = 44_100;

    /** The method, path, requested range and status of each exchange. */
    private final Queue<String> answers = new ConcurrentLinkedQueue<>();

    private final CompletableFuture<String> done = new CompletableFuture<>();

    @TempDir
    private Path place;

    private Path root;

    @BeforeEach
    void writeSite() throws IOException {
        root = Files.createDirectory(place.resolve("site"));
    }

    /**
     * Runs a page until it posts to {@code /done}, ends the browser, and waits for the expected note. The filter notes
     * a response when the handler returns. This may be after the browser has the content that it needs.
     *
     * @return the text that the page posted
     */
    private String open(String expectedNote) throws Exception {
        assumeTrue(Browser.CHROMIUM.available(), "no Chromium on the path: files are not fetched by a browser");
        try (TestServer server = TestServer.create(Provider.RINGER, Mode.CACHED_POOL)) {
            server.context("/", FileHandler.of(root)).getFilters().add(new Notes());
            server.handle("/done", exchange -> {
                done.complete(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
                exchange.sendResponseHeaders(204, -1);
            });
            server.start();
            String told;
            try (Browser.Shown browser = Browser.CHROMIUM.show(place, "http://127.0.0.1:" + server.port() + "/")) {
                told = done.get(60, TimeUnit.SECONDS);
            }
            Deadlines.await(
                    "noted in " + answers, () -> answers.stream().anyMatch(answer -> answer.matches(expectedNote)));
            return told;
        }
    }

    /** Notes each response, even one that the browser breaks off because it has read enough. */
    private final class Notes extends Filter {
        @Override
        public String description() {
            return "notes";
        }

        @Override
        public void doFilter(HttpExchange exchange, Chain chain) throws IOException {
            try {
                chain.doFilter(exchange);
            } finally {
                answers.add(noted(exchange));
            }
        }
    }

    private static String noted(HttpExchange exchange) {
        String range = exchange.getRequestHeaders().getFirst("Range");
        return exchange.getRequestMethod()
                + ' '
                + exchange.getRequestURI()
                + ' '
                + range
                + ' '
                + exchange.getResponseCode();
    }

    @Test
    void aVideoSeeksByRanges() throws Exception {
        Files.write(root.resolve("still.webm"), new WebmVideo(VIDEO_SECONDS, 100_000).bytes());
        Site.write(root, "index.html", """
                <!DOCTYPE html>
                <video id="video" muted preload="metadata" src="still.webm"></video>
                <script>
                  const tell = text => fetch("/done", { method: "POST", body: text });
                  video.onerror = () => tell("error " + video.error.message);
                  video.onloadedmetadata = () => video.currentTime = video.duration / 2;
                  video.onseeked = () => tell(
                      [video.duration, video.currentTime, video.videoWidth, video.readyState >= 2].join(" "));
                </script>
                """);

        String told = open("GET /still\\.webm bytes=(29|30)\\d{6}-\\d* 206"); // around the middle of the file

        assertThat(told).isEqualTo(VIDEO_SECONDS + " " + VIDEO_SECONDS / 2 + " 1 true");
    }

    @Test
    void audioSeeksByRanges() throws Exception {
        Files.write(root.resolve("silence.wav"), silence());
        Site.write(root, "index.html", """
                <!DOCTYPE html>
                <audio id="media" preload="metadata" src="silence.wav"></audio>
                <script>
                  const tell = text => fetch("/done", { method: "POST", body: text });
                  media.onerror = () => tell("error " + media.error.message);
                  media.onloadedmetadata = () => media.currentTime = media.duration - 5;
                  media.onseeked = () => tell(Math.round(media.duration) + " " + Math.round(media.currentTime));
                </script>
                """);

        String told = open("GET /silence\\.wav bytes=[1-9]\\d{6,}-\\d* 206");

        assertThat(told).isEqualTo(MEDIA_SECONDS + " " + (MEDIA_SECONDS - 5));
    }

    /** Returns ten minutes of silence (16 bits, one channel): 52 MB, far more than a browser reads ahead. */
    private static byte[] silence() throws IOException {
        int length = MEDIA_SECONDS * RATE * 2;
        ByteBuffer head = ByteBuffer.allocate(44).order(ByteOrder.LITTLE_ENDIAN);
        head.put("RIFF".getBytes(StandardCharsets.US_ASCII)).putInt(36 + length);
        head.put("WAVEfmt ".getBytes(StandardCharsets.US_ASCII)).putInt(16);
        head.putShort((short) 1).putShort((short) 1).putInt(RATE).putInt(RATE * 2);
        head.putShort((short) 2).putShort((short) 16);
        head.put("data".getBytes(StandardCharsets.US_ASCII)).putInt(length);
        ByteArrayOutputStream wave = new ByteArrayOutputStream(44 + length);
        wave.write(head.array());
        wave.write(new byte[length]);
        return wave.toByteArray();
    }

    /** What labels and copies beside a file say must be true of the bytes: a browser believes them. */
    @Test
    @Tag("outer")
    void aBrowserUnderstandsCopiesAndLabels() throws Exception {
        Site.write(root, "stale.js", "tell('new')");
        gzipped("stale.js.gz", "tell('old')");
        Files.setLastModifiedTime(root.resolve("stale.js.gz"), FileTime.from(Site.CHANGED.minusSeconds(60)));
        Files.setLastModifiedTime(root.resolve("stale.js"), FileTime.from(Site.CHANGED));
        Site.write(root, "empty.js", "tell('whole')");
        Files.write(root.resolve("empty.js.gz"), new byte[0]);
        Files.write(root.resolve("empty.js.br"), new byte[0]);
        Site.write(root, "fresh.mjs", "tell('file')");
        gzipped("fresh.mjs.gz", "tell('copy')");
        gzipped("image.svgz", "<svg xmlns='http://www.w3.org/2000/svg' width='17' height='1'/>");
        Files.write(
                root.resolve("feed.xml"), "<?xml version='1.0' encoding='iso-8859-1'?><a>é</a>".getBytes(ISO_8859_1));
        Site.write(root, "html", "<script>parent.tell('script of an upload')</script>");
        Site.write(root, "index.html", """
                <!DOCTYPE html>
                <script>const told = []; const tell = text => told.push(text);</script>
                <script src="stale.js"></script>
                <script src="empty.js"></script>
                <script type="module" src="fresh.mjs"></script>
                <img id="image" src="image.svgz">
                <iframe src="html"></iframe>
                <script type="module">
                  await new Promise(done => onload = done);
                  const request = new XMLHttpRequest();
                  request.open("GET", "feed.xml");
                  request.onload = () => {
                    tell(request.responseXML.documentElement.textContent);
                    tell(image.naturalWidth);
                    fetch("/done", { method: "POST", body: told.join(" ") });
                  };
                  request.send();
                </script>
                """);

        assertThat(open("GET /image\\.svgz null 200")).isEqualTo("new whole copy é 17");
    }

    private void gzipped(String name, String content) throws IOException {
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(root.resolve(name)))) {
            out.write(content.getBytes(ISO_8859_1));
        }
    }

    @Test
    void aPageIsConfirmedInsteadOfFetchedAgain() throws Exception {
        StringBuilder page = new StringBuilder("<!DOCTYPE html>\n");
        for (int i = 0; i < ASSETS; i++) {
            Site.write(root, "assets/" + i + ".js", "loaded = (window.loaded || 0) + 1; // " + i);
            page.append("<script src=\"assets/").append(i).append(".js\"></script>\n");
        }
        page.append("""
                <script>
                  onload = () => {
                    if (sessionStorage.again) {
                      fetch("/done", { method: "POST", body: loaded });
                    } else {
                      sessionStorage.again = "yes";
                      location.reload();
                    }
                  };
                </script>
                """);
        Site.write(root, "index.html", page.toString());
        Files.setLastModifiedTime(root.resolve("index.html"), FileTime.from(Site.CHANGED));

        String loaded = open("GET / null 304");

        assertThat(loaded).isEqualTo(Integer.toString(ASSETS));
        assertThat(answers.stream().filter(answer -> answer.matches("GET /assets/\\d+\\.js null 200")))
                .hasSize(ASSETS);
        assertThat(answers.stream().filter(answer -> answer.matches("GET /assets/\\d+\\.js null 304")))
                .hasSize(ASSETS);
        assertThat(answers).contains("GET / null 200", "GET / null 304");
    }
}
