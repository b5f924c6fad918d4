package dev.ringer.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ringer.testkit.Provider;
import dev.ringer.testkit.Response;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests what paths get that name no file: the fallback of a single-page application, and the page of a 404. */
class UnknownPathTest {
    @TempDir
    private Path root;

    @BeforeEach
    void writeFiles() throws IOException {
        Site.write(root, "index.html", "<p>application");
        Site.write(root, "404.html", "<p>nothing here");
        Site.write(root, "assets/app.js", "run()");
        Site.write(root, ".env", "secret");
        Site.write(root, "docs/index.html", "<p>documents");
    }

    private FileHandler.Builder application() {
        return FileHandler.builder(root).fallback("index.html").notFoundPage("404.html");
    }

    @ParameterizedTest
    @CsvSource({
        "/users/42, 200, <p>application",
        "/users/42/, 200, <p>application",
        "/users, 200, <p>application",
        "/users?tab=1, 200, <p>application",
        "/v1.2/users, 200, <p>application",
        "/caf%C3%A9, 200, <p>application",
        "/assets/, 200, <p>application", // no listing, and no index file
        "/assets/app.js, 200, run()",
        "/docs/, 200, <p>documents",
        "/assets/app.0a1b2c3d.js, 404, <p>nothing here", // a script that is gone must not be a page
        "/favicon.ico, 404, <p>nothing here",
        "/users/john.doe, 404, <p>nothing here",
        "/.env, 404, <p>nothing here",
        "/.git/, 404, <p>nothing here",
        "/.git/HEAD, 404, <p>nothing here",
        "/a/../b, 404, <p>nothing here",
        "/a%2fb, 404, <p>nothing here",
        "/a%5Cb, 404, <p>nothing here"
    })
    void pathsOfPagesGetTheApplication(String target, int status, String content) throws IOException {
        for (Provider provider : Provider.values()) {
            try (Site site = Site.of(provider, application())) {
                Response response = site.get(target);

                assertThat(response.status()).as("%s on %s", target, provider).isEqualTo(status);
                assertThat(response.text()).isEqualTo(content);
                assertThat(site.request("HEAD", target).status()).isEqualTo(status);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Provider.class)
    void theApplicationHasTagsAndRangesUnderEveryPath(Provider provider) throws IOException {
        try (Site site = Site.of(provider, application())) {
            String tag = site.get("/users/42").value("ETag").orElseThrow();

            assertThat(tag).isEqualTo(site.get("/").value("ETag").orElseThrow());
            assertThat(site.get("/users/7", "If-None-Match: " + tag).status()).isEqualTo(304);
            assertThat(site.get("/users/7", "Range: bytes=3-5").text()).isEqualTo("app");
            assertThat(site.request("HEAD", "/users/7").value("Content-Length")).contains("14");
        }
    }

    /** A 404 must not be cached with the tag of a file, nor be cut by a range. */
    @ParameterizedTest
    @EnumSource(Provider.class)
    void thePageOfA404IsNoFile(Provider provider) throws IOException {
        try (Site site = Site.of(provider, application().header("X-Frame-Options", "DENY"))) {
            Response response = site.get("/gone.js", "Range: bytes=0-1", "If-None-Match: *");

            assertThat(response.status()).isEqualTo(404);
            assertThat(response.text()).isEqualTo("<p>nothing here");
            assertThat(response.value("Content-Type")).contains("text/html; charset=utf-8");
            assertThat(response.value("X-Frame-Options")).contains("DENY");
            assertThat(response.value("ETag")).isEmpty();
            assertThat(response.value("Last-Modified")).isEmpty();
            assertThat(site.get("/404.html").status()).isEqualTo(200);
        }
    }

    @Test
    void withoutTheFilesA404IsALineOfText() throws IOException {
        Files.delete(root.resolve("index.html"));
        Files.delete(root.resolve("404.html"));
        try (Site site = Site.of(Provider.RINGER, application())) {
            assertThat(site.get("/users/42").text()).isEqualTo("404 Not Found\n");

            Site.write(root, "404.html", "");
            Response empty = site.get("/users/42");
            assertThat(empty.status()).isEqualTo(404);
            assertThat(empty.value("Content-Length")).contains("0");
        }
    }

    @Test
    void withoutAFallbackUnknownPathsAre404() throws IOException {
        try (Site site = Site.of(Provider.RINGER, FileHandler.builder(root))) {
            Response response = site.get("/users/42");

            assertThat(response.status()).isEqualTo(404);
            assertThat(response.text()).isEqualTo("404 Not Found\n");
        }
    }

    @Test
    void namesWithASlashInFrontAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FileHandler.builder(root).fallback("/index.html"))
                .withMessageContaining("/index.html");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FileHandler.builder(root).notFoundPage("/404.html"))
                .withMessageContaining("/404.html");
    }
}
