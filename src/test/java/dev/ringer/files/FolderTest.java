package dev.ringer.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ringer.testkit.Ability;
import dev.ringer.testkit.Fate;
import dev.ringer.testkit.Field;
import dev.ringer.testkit.Needs;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Response;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests methods, folders, listings, and the header fields of every response. */
class FolderTest {
    @TempDir
    private Path root;

    @BeforeEach
    void writeFiles() throws IOException {
        Site.write(root, "a.txt", "text");
        Site.write(root, "empty.bin", "");
        Site.write(root, "with/index.html", "<p>index");
        Site.write(root, "without/b.txt", "text");
    }

    @ParameterizedTest
    @EnumSource(Provider.class)
    @Needs(Ability.ODD_NAMES)
    void foldersAreRedirectedToTheirSlash(Provider provider) throws IOException {
        Files.createDirectories(root.resolve("odd <\u00fc>"));
        try (Site site = Site.of(provider, FileHandler.builder(root))) {
            assertThat(location(site, "/with")).isEqualTo("/with/");
            assertThat(location(site, "/with?a=b&c=%22")).isEqualTo("/with/?a=b&c=%22");
            assertThat(location(site, "/odd%20%3c%c3%bc%3e")).isEqualTo("/odd%20%3C%C3%BC%3E/");
            assertThat(site.get("/with/").text()).isEqualTo("<p>index");
        }
    }

    @ParameterizedTest
    @EnumSource(Provider.class)
    void theContextItselfIsAFolder(Provider provider) throws IOException {
        try (Site site = Site.of(provider, "/files", FileHandler.of(root))) {
            assertThat(location(site, "/files/with?q")).isEqualTo("/files/with/?q");
            assertThat(location(site, "/files")).isEqualTo("/files/");
        }
    }

    private static String location(Site site, String target) throws IOException {
        Response response = site.get(target);
        assertThat(response.status()).as(target).isEqualTo(301);
        return response.value("Location").orElseThrow();
    }

    /** Tests for open redirects: a browser takes {@code //host/} and {@code /\host/} for another server. */
    @ParameterizedTest
    @EnumSource(Provider.class)
    void redirectsNeverLeadToAnotherHost(Provider provider) throws IOException {
        Files.createDirectories(root.resolve("evil.example/with"));
        try (Site site = Site.of(provider, FileHandler.builder(root))) {
            for (String target : List.of(
                    "//evil.example",
                    "//evil.example/with",
                    "///evil.example",
                    "/%2fevil.example",
                    "/%5cevil.example",
                    "/%09/evil.example",
                    "/%0d%0aLocation:evil/with",
                    "http://evil.example/with",
                    "/evil.example/with")) {
                Response response = site.get(target);

                assertThat(response.value("Location").orElse("/")).as(target).matches("/|/[a-z][a-z./]*/");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Provider.class)
    void otherMethodsAreRefused(Provider provider) throws IOException {
        try (Site site = Site.of(provider, FileHandler.builder(root))) {
            for (String method : List.of("POST", "PUT", "DELETE", "PATCH", "TRACE", "PROPFIND", "get")) {
                Response response = site.request(method, "/a.txt");

                assertThat(response.status()).as(method).isEqualTo(405);
                assertThat(response.values("Allow")).containsExactly("GET, HEAD, OPTIONS");
            }
            Response options = site.request("OPTIONS", "/a.txt");
            assertThat(options.status()).isEqualTo(204);
            assertThat(options.values("Allow")).containsExactly("GET, HEAD, OPTIONS");
        }
    }

    @ParameterizedTest
    @EnumSource(Provider.class)
    void headSaysWhatGetSays(Provider provider) throws IOException {
        FileHandler.Builder settings =
                FileHandler.builder(root).listing(true).header("X-Content-Type-Options", "nosniff");
        try (Site site = Site.of(provider, settings);
                RawClient client = site.connect()) {
            for (String target :
                    List.of("/a.txt", "/empty.bin", "/with", "/with/", "/without/", "/missing", "/with/a")) {
                Response get = client.get(target).readResponse();
                Response head = client.request("HEAD", target).readResponse("HEAD");

                assertThat(head.statusLine()).as(target).isEqualTo(get.statusLine());
                assertThat(fields(head)).as(target).isEqualTo(fields(get));
            }
            assertThat(client.fate()).isEqualTo(Fate.USABLE);
        }
    }

    private static List<String> fields(Response response) {
        return response.fields().stream()
                .filter(field -> !field.name().equalsIgnoreCase("Date"))
                .map(Field::toString)
                .map(text -> text.toLowerCase(java.util.Locale.ROOT))
                .sorted()
                .toList();
    }

    @Test
    void typesComeFromNames() throws IOException {
        for (String name : List.of("a.HTML", "a.js", "a.json", "a.svg", "a.tar.gz", "noend", "a.own")) {
            Site.write(root, name, "x");
        }
        FileHandler.Builder settings =
                FileHandler.builder(root).mediaType("own", "text/x-own").charset(StandardCharsets.ISO_8859_1);
        try (Site site = Site.of(Provider.RINGER, settings)) {
            assertThat(type(site, "/a.HTML")).isEqualTo("text/html; charset=iso-8859-1");
            assertThat(type(site, "/a.js")).isEqualTo("text/javascript; charset=iso-8859-1");
            assertThat(type(site, "/a.json")).isEqualTo("application/json");
            assertThat(type(site, "/a.svg")).isEqualTo("image/svg+xml");
            assertThat(type(site, "/a.tar.gz")).isEqualTo("application/gzip");
            assertThat(type(site, "/noend")).isEqualTo("application/octet-stream");
            assertThat(type(site, "/a.own")).isEqualTo("text/x-own");
        }
    }

    private static String type(Site site, String target) throws IOException {
        return site.get(target).value("Content-Type").orElseThrow();
    }

    @Test
    void cachesAreToldByPattern() throws IOException {
        Site.write(root, "assets/deep/app.js", "x");
        FileHandler.Builder settings = FileHandler.builder(root)
                .cacheControl("assets/**", "public, max-age=31536000, immutable")
                .cacheControl("**.html", "no-store")
                .withoutCacheControl("empty.bin");
        try (Site site = Site.of(Provider.RINGER, settings)) {
            assertThat(site.get("/assets/deep/app.js").values("Cache-Control"))
                    .containsExactly("public, max-age=31536000, immutable");
            assertThat(site.get("/with/").values("Cache-Control")).containsExactly("no-store");
            assertThat(site.get("/a.txt").values("Cache-Control")).containsExactly("no-cache");
            assertThat(site.get("/empty.bin").has("Cache-Control")).isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource(Provider.class)
    @Needs(Ability.ODD_NAMES)
    void foldersAreListedWhereThatIsWanted(Provider provider) throws IOException {
        Site.write(root, "list/<b>&\"'.txt", "123");
        Site.write(root, "list/javascript:alert(1)", "1");
        Site.write(root, "list/z.txt", "12345");
        Site.write(root, "list/\u00fc #?.txt", "1234");
        Site.write(root, "list/sub/x.txt", "x");
        Site.write(root, "list/.hidden", "x");
        Files.setLastModifiedTime(root.resolve("list/z.txt"), FileTime.from(Site.CHANGED.minusSeconds(86_400)));
        try (Site site = Site.of(provider, FileHandler.builder(root).listing(true))) {
            Response response = site.get("/list/");

            assertThat(response.values("Content-Type")).containsExactly("text/html; charset=utf-8");
            assertThat(response.value("Content-Security-Policy").orElseThrow()).startsWith("default-src 'none'");
            assertThat(new String(response.body(), StandardCharsets.UTF_8))
                    .contains("color-scheme:light dark", "&lt;b&gt;&amp;&quot;&#39;.txt", "./%C3%BC%20%23%3F.txt")
                    .contains("href=\"./javascript%3Aalert%281%29\"", "href=\"../\"", "2026-01-01 03:04")
                    .doesNotContain("<b>", "hidden", "<script");
            assertThat(order(site, "/list/")).containsExactly("sub", "<b>", "java", "z", "\u00fc");
            assertThat(order(site, "/list/?sort=name&order=desc")).containsExactly("sub", "\u00fc", "z", "java", "<b>");
            assertThat(order(site, "/list/?sort=size")).containsExactly("sub", "java", "<b>", "\u00fc", "z");
            assertThat(order(site, "/list/?sort=time")).startsWith("sub", "z");
            assertThat(site.get("/list/?sort=%22%3E%3Cscript%3E").text()).doesNotContain("<script");
            for (String link : links(site, "/list/")) {
                assertThat(site.get("/list/" + link.substring(2)).status())
                        .as(link)
                        .isEqualTo(200);
            }
        }
    }

    private static List<String> links(Site site, String target) throws IOException {
        return site.get(target)
                .text()
                .lines()
                .filter(line -> line.contains("href=\"./"))
                .map(line -> line.substring(line.indexOf("./"), line.indexOf('"', line.indexOf("./"))))
                .toList();
    }

    private static List<String> order(Site site, String target) throws IOException {
        return links(site, target).stream()
                .map(link -> URI.create(link).getPath().substring(2))
                .map(name -> name.replaceFirst("(?<=^(sub|<b>|java|z|\u00fc)).*", ""))
                .toList();
    }

    @Test
    void foldersAreNotListedOtherwise() throws IOException {
        try (Site site = Site.of(Provider.RINGER, FileHandler.builder(root))) {
            assertThat(site.get("/without/").status()).isEqualTo(404);
            assertThat(site.get("/").status()).isEqualTo(404);
        }
    }

    @Test
    void mistakesInSettingsAreToldAtOnce() {
        assertThatThrownBy(() -> FileHandler.of(root.resolve("missing")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no such folder");
        assertThatThrownBy(() -> FileHandler.builder(root).indexFiles("../x"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> FileHandler.builder(root).maxRanges(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> FileHandler.builder(root).cacheControl("[", "x"))
                .isInstanceOf(java.util.regex.PatternSyntaxException.class);
        assertThatThrownBy(() -> FileHandler.builder(root).cacheControl("**", " "))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("withoutCacheControl");
    }
}
