package dev.ringer.multipart;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpExchange;
import dev.ringer.testkit.Browser;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests what real browsers send from pages that are not in UTF-8, and what they show of an upload that is refused. */
@Tag("outer")
class BrowserFormTest {
    /** A label of a character set that is compatible with ASCII, and a text that browsers can send in it. */
    private static final List<String[]> PAGES = List.of(
            new String[] {"Shift_JIS", "①髙㈱～―∥－漢字ｱ"},
            new String[] {"x-sjis", "①ソ表能"},
            new String[] {"EUC-JP", "①髙㈱～漢字ｱ"},
            new String[] {"EUC-KR", "똠방각하 한글 뷁"},
            new String[] {"ks_c_5601-1987", "펲믜"},
            new String[] {"Big5", "中文碁銹裏€"},
            new String[] {"gb2312", "朱镕基€"},
            new String[] {"gb18030", "朱镕基€𠀀é"},
            new String[] {"ISO-8859-1", "é€“”žŸ"},
            new String[] {"us-ascii", "é€"},
            new String[] {"ISO-8859-9", "ğüş€"},
            new String[] {"iso-8859-8-i", "שלום"},
            new String[] {"tis-620", "ไทย€…"},
            new String[] {"windows-1251", "Привет№€"},
            new String[] {"koi8-u", "Їжакґ"},
            new String[] {"koi8-r", "Привет"},
            new String[] {"ibm866", "Привет"},
            new String[] {"macintosh", "éπ"},
            new String[] {"x-mac-cyrillic", "Ж№"},
            new String[] {"windows-1258", "Đơ€"},
            new String[] {"utf-16le", "é€𝄞"},
            new String[] {"utf-8", "é€𝄞"});

    private final CompletableFuture<String> done = new CompletableFuture<>();
    private final List<String> received = new ArrayList<>();

    @TempDir
    private Path place;

    @ParameterizedTest
    @EnumSource
    void formsKeepTheirTextInEveryCharacterSet(Browser browser) throws Exception {
        assumeTrue(browser.available(), browser + " is not installed");
        try (TestServer server = TestServer.create(Provider.RINGER, Mode.CACHED_POOL)
                        .handle("/", this::next)
                        .start();
                Browser.Shown shown = browser.show(place, "http://127.0.0.1:" + server.port() + "/0")) {
            done.get(120, TimeUnit.SECONDS);
        }

        List<String> expected = new ArrayList<>();
        for (String[] page : PAGES) {
            String label = sent(page[0]);
            expected.add("urlencoded " + label + " [" + page[1] + "] " + page[1] + "=" + page[1] + " []");
            expected.add(
                    "multipart " + label + " [" + page[1] + "] " + page[1] + "=" + page[1] + " [" + page[1] + ".txt]");
        }
        assertThat(received).isEqualTo(expected);
    }

    /** Pages in UTF-16 send their forms in UTF-8. */
    private static String sent(String label) {
        return label.startsWith("utf-") ? "utf" : label;
    }

    /** Notes the form that a page has sent, and answers with the next page, which sends its form at once. */
    private void next(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        if (!path.matches("/\\d+")) { // an icon
            exchange.sendResponseHeaders(404, -1);
            return;
        }
        int number = Integer.parseInt(path.substring(1));
        if (exchange.getRequestMethod().equals("POST")) {
            note(exchange, PAGES.get((number - 1) / 2));
        }
        String page = number == 2 * PAGES.size() ? "done" : page(number);
        String label = PAGES.get(Math.min(number / 2, PAGES.size() - 1))[0];
        byte[] bytes = label.equals("utf-16le") ? page.getBytes("UTF-16LE") : page.getBytes(US_ASCII);
        exchange.getResponseHeaders().set("Content-Type", "text/html; charset=" + label);
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
        if (page.equals("done")) {
            done.complete("");
        }
    }

    private void note(HttpExchange exchange, String[] page) {
        String type = exchange.getRequestHeaders().getFirst("Content-Type");
        String kind = type.startsWith("multipart/") ? "multipart " : "urlencoded ";
        try (Form form = Form.read(exchange)) {
            String charset = form.text("_charset_");
            String named = charset.toLowerCase().startsWith("utf-") ? "utf" : page[0];
            List<String> files = form.files().stream().map(FormFile::fileName).toList();
            received.add(
                    kind + named + " [" + form.text("t") + "] " + page[1] + "=" + form.text(page[1]) + " " + files);
        } catch (IOException e) {
            received.add(kind + page[0] + " " + e);
        }
    }

    private static String page(int number) {
        String text = reference(PAGES.get(number / 2)[1]);
        boolean multipart = number % 2 == 1;
        return """
                <!DOCTYPE html>
                <form id="form" method="post" action="/%d" enctype="%s">
                  <input type="hidden" name="_charset_">
                  <input id="text" name="t" value="%s">
                  <input name="%s" value="%s">
                  %s
                </form>
                <script>
                  if (form.elements.f) {
                    const files = new DataTransfer();
                    files.items.add(new File(["x"], text.value + ".txt"));
                    form.elements.f.files = files.files;
                  }
                  form.submit();
                </script>
                """.formatted(
                        number + 1,
                        multipart ? "multipart/form-data" : "application/x-www-form-urlencoded",
                        text,
                        text,
                        text,
                        multipart ? "<input type=\"file\" name=\"f\">" : "");
    }

    private static String reference(String text) {
        StringBuilder references = new StringBuilder();
        text.codePoints().forEach(c -> references.append("&#").append(c).append(';'));
        return references.toString();
    }

    @ParameterizedTest
    @CsvSource({"CHROMIUM, CLEAR", "CHROMIUM, TLS", "CHROMIUM, H2", "FIREFOX, CLEAR", "FIREFOX, TLS", "FIREFOX, H2"})
    void pageSeesWhyAnUploadIsRefused(Browser browser, Transport transport) throws Exception {
        assumeTrue(browser.available(), browser + " is not installed");
        try (TestServer server = TestServer.create(
                                Provider.RINGER, transport, Mode.CACHED_POOL, Map.of("ringer.maxBodySize", "1m"))
                        .handle("/", BrowserFormTest::uploadPage)
                        .handle("/form", exchange -> {
                            Form.read(exchange).close();
                            exchange.sendResponseHeaders(204, -1);
                        })
                        .handle("/unread", exchange -> exchange.sendResponseHeaders(403, -1))
                        .handle("/done", exchange -> {
                            done.complete(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
                            exchange.sendResponseHeaders(204, -1);
                        })
                        .start();
                Browser.Shown shown = browser.show(
                        place, (transport.isSecure() ? "https" : "http") + "://127.0.0.1:" + server.port() + "/")) {
            assertThat(done.get(120, TimeUnit.SECONDS))
                    .isEqualTo(
                            "form 1000: 204, form 2000000: 413, unread 300000: 403, form 2000000: 413, form 1000: 204,"
                                    + " form 20000000: 413, unread 900000: 403, form 1000: 204, ");
        }
    }

    private static void uploadPage(HttpExchange exchange) throws IOException {
        byte[] page = """
                <!DOCTYPE html>
                <script>
                  (async () => {
                    let told = "";
                    for (const [path, size] of [["form", 1000], ["form", 2e6], ["unread", 3e5], ["form", 2e6],
                        ["form", 1000], ["form", 2e7], ["unread", 9e5], ["form", 1000]]) {
                      const body = new FormData();
                      body.append("f", new File([new Uint8Array(size)], "f.bin"));
                      const answer = await fetch("/" + path, { method: "POST", body })
                          .then(response => response.status, failure => failure);
                      told += path + " " + size + ": " + answer + ", ";
                    }
                    fetch("/done", { method: "POST", body: told });
                  })();
                </script>
                """.getBytes(US_ASCII);
        exchange.getResponseHeaders().set("Content-Type", "text/html");
        exchange.sendResponseHeaders(200, page.length);
        exchange.getResponseBody().write(page);
        exchange.close();
    }
}
