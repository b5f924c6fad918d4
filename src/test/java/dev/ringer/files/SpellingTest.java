package dev.ringer.files;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import com.sun.net.httpserver.BasicAuthenticator;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Response;
import dev.ringer.testkit.TestServer;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests file systems that find a file under several spellings of its name. Only one spelling is served. Otherwise
 * {@code /ADMIN} would go around a context {@code /admin} with an authenticator.
 */
class SpellingTest {
    private enum Kind {
        WINDOWS(Configuration.windows(), "C:\\site"),
        MAC(Configuration.osX(), "/site");

        private final Configuration configuration;
        private final String root;

        Kind(Configuration configuration, String root) {
            this.configuration = configuration;
            this.root = root;
        }

        FileSystem make() {
            return Jimfs.newFileSystem(
                    configuration.toBuilder().setAttributeViews("basic", "dos").build());
        }
    }

    /** Spellings of files that exist, which the file system would find. */
    private static final List<String> OTHER_SPELLINGS = List.of(
            "/ADMIN/secret.txt",
            "/Admin/secret.txt",
            "/admin/SECRET.TXT",
            "/admin/secret.TXT",
            "/ADMIN/",
            "/ADMIN",
            "/Admin",
            "/admin/Sub/deep.txt",
            "/admin/SUB/",
            "/admin/SUB",
            "/LISTED/",
            "/listed/Sub/",
            "/Page.html",
            "/page.html.GZ",
            "/Link/secret.txt",
            "/link/Secret.txt",
            "/LINK/",
            "/LINK",
            "/Alias.txt",
            "/CAF%C3%89/s.txt",
            "/caf%C3%89/s.txt",
            "/cafe%CC%81/s.txt",
            "/%C3%9CBER.txt");

    private static final List<String> TRUE_SPELLINGS = List.of(
            "/admin/secret.txt",
            "/admin/",
            "/admin/sub/deep.txt",
            "/listed/",
            "/page.html",
            "/page.html.gz",
            "/link/secret.txt",
            "/link/",
            "/alias.txt",
            "/caf%C3%A9/s.txt",
            "/%C3%BCber.txt");

    private static Path site(FileSystem files, Kind kind) throws IOException {
        Path root = Files.createDirectories(files.getPath(kind.root));
        Site.write(root, "admin/secret.txt", "secret");
        Site.write(root, "admin/index.html", "secret");
        Site.write(root, "admin/sub/deep.txt", "secret");
        Site.write(root, "listed/sub/a.txt", "secret");
        Site.write(root, "page.html", "plain");
        Site.write(root, "page.html.gz", "gzip");
        Site.write(root, "odd.css", "plain");
        Site.write(root, "odd.css.GZ", "gzip");
        Site.write(root, "upper/INDEX.HTML", "secret");
        Site.write(root, "caf\u00e9/s.txt", "secret");
        Site.write(root, "\u00fcber.txt", "secret");
        Files.createSymbolicLink(root.resolve("link"), root.resolve("admin"));
        Files.createSymbolicLink(root.resolve("alias.txt"), root.resolve("admin/secret.txt"));
        return root;
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void filesAreServedUnderOneSpellingOnly(Kind kind) throws IOException {
        try (FileSystem files = kind.make();
                Site site = Site.of(
                        Provider.RINGER, FileHandler.builder(site(files, kind)).listing(true))) {
            for (int round = 0; round < 2; round++) { // in the second round, the files are cached
                for (String target : OTHER_SPELLINGS) {
                    for (String method : List.of("GET", "HEAD")) {
                        Response response = site.request(
                                method, target, "Accept-Encoding: gzip", "Range: bytes=0-1", "If-None-Match: *");
                        assertThat(response.status()).as(target).isEqualTo(404);
                    }
                }
                for (String target : TRUE_SPELLINGS) {
                    assertThat(site.get(target).status()).as(target).isEqualTo(200);
                }
            }
            assertThat(site.get("/page.html", "Accept-Encoding: gzip").text()).isEqualTo("gzip");
            assertThat(site.get("/odd.css", "Accept-Encoding: gzip").text()).isEqualTo("plain");
            assertThat(site.get("/upper/").text()).contains("./INDEX.HTML").doesNotContain("secret");
            assertThat(site.get("/admin").values("Location")).containsExactly("/admin/");
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void aRootMayBeSpelledInAnyWayAndBeALink(Kind kind) throws IOException {
        try (FileSystem files = kind.make()) {
            Path root = site(files, kind);
            Path link = Files.createSymbolicLink(root.resolveSibling("current"), root);
            for (Path spelled : List.of(root.resolveSibling("SITE"), link, root.resolveSibling("Current"))) {
                try (Site site = Site.of(Provider.RINGER, FileHandler.builder(spelled))) {
                    assertThat(site.get("/page.html").text()).isEqualTo("plain");
                    assertThat(site.get("/link/secret.txt").text()).isEqualTo("secret");
                    assertThat(site.get("/PAGE.html").status()).isEqualTo(404);
                    assertThat(site.get("/ADMIN").status()).isEqualTo(404);
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void linksOutOfTheRootHaveOneSpelling(Kind kind) throws IOException {
        try (FileSystem files = kind.make()) {
            Path root = site(files, kind);
            Site.write(root.resolveSibling("out"), "far/a.txt", "outside");
            Files.createSymbolicLink(root.resolve("far"), root.resolveSibling("out"));
            try (Site site = Site.of(
                    Provider.RINGER,
                    FileHandler.builder(root).followExternalLinks(true).listing(true))) {
                assertThat(site.get("/far/far/a.txt").text()).isEqualTo("outside");
                assertThat(site.get("/far/far/").text()).contains("./a.txt");
                for (String other :
                        List.of("/FAR/far/a.txt", "/far/Far/a.txt", "/far/far/A.txt", "/FAR/", "/far/FAR")) {
                    assertThat(site.get(other).status()).as(other).isEqualTo(404);
                }
            }
        }
    }

    @InModes
    void noSpellingGoesAroundAnAuthenticator(Mode mode) throws IOException {
        try (FileSystem files = Kind.WINDOWS.make()) {
            Path root = site(files, Kind.WINDOWS);
            TestServer server = TestServer.create(Provider.RINGER, mode).handle("/", FileHandler.of(root));
            server.context("/admin", FileHandler.of(root.resolve("admin")))
                    .setAuthenticator(new BasicAuthenticator("admins") {
                        @Override
                        public boolean checkCredentials(String name, String password) {
                            return false;
                        }
                    });
            try (TestServer started = server.start();
                    RawClient client = started.connect()) {
                assertThat(status(client, "/admin/secret.txt")).isEqualTo(401);
                assertThat(status(client, "/ADMIN/secret.txt")).isEqualTo(404);
                assertThat(status(client, "/page.html")).isEqualTo(200);
            }
        }
    }

    private static int status(RawClient client, String target) throws IOException {
        return client.get(target).readResponse("GET").status();
    }

    /** Linux on a mounted folder of Windows or macOS: the real path has the spelling of the request. */
    @Test
    void foldersThatIgnoreCaseAreAskedForTheirSpelling() throws IOException {
        try (FileSystem files = Kind.MAC.make();
                FileSystem unix = Jimfs.newFileSystem(Configuration.unix())) {
            Path root = site(files, Kind.MAC);
            for (String name : List.of("admin", "ADMIN", "page.html", "Page.Html", "CAF\u00c9", "caf\u00e9", "link")) {
                assertThat(FileTree.findsOtherCase(root.resolve(name))).as(name).isTrue();
            }
            assertThat(FileTree.isListed(root.resolve("admin"))).isTrue();
            assertThat(FileTree.isListed(root.resolve("link"))).isTrue();
            assertThat(FileTree.isListed(root.resolve("ADMIN"))).isFalse();
            assertThat(FileTree.isListed(root.resolve("Link"))).isFalse();

            Path strict = Files.createDirectories(unix.getPath("/site"));
            for (String name : List.of("admin", "both", "BOTH", "123")) {
                Site.write(strict, name, name);
                assertThat(FileTree.findsOtherCase(strict.resolve(name)))
                        .as(name)
                        .isFalse();
            }
        }
    }

    @Test
    void longNamesLikeShortOnesAreServedAndListed() throws IOException {
        try (FileSystem files = Kind.WINDOWS.make()) {
            Path root = Files.createDirectories(files.getPath("C:\\site"));
            List<String> names = List.of("notes~1.txt", "v1~2020.txt", "PROGRA~1", "~1");
            for (String name : names) {
                Site.write(root, name, name);
            }
            try (Site site = Site.of(
                    Provider.RINGER, FileHandler.builder(root).listing(true).indexFiles())) {
                String page = site.get("/").text();
                for (String name : names) {
                    assertThat(site.get("/" + name).text()).isEqualTo(name);
                    assertThat(page).contains("\"./" + name + "\"");
                }
            }
        }
    }

    @Test
    void whatIsHiddenByItsAttributeIsHidden() throws IOException {
        try (FileSystem files = Kind.WINDOWS.make()) {
            Path root = Files.createDirectories(files.getPath("C:\\site"));
            Site.write(root, "seen.txt", "seen");
            List<Path> hidden = new ArrayList<>();
            hidden.add(Site.write(root, "hid.txt", "hidden"));
            hidden.add(Site.write(root, "hiddir/x.txt", "hidden").getParent());
            hidden.add(Site.write(root, "seen.txt.gz", "hidden"));
            hidden.add(Site.write(root, ".well-known/a.txt", "well-known").getParent());
            for (Path path : hidden) {
                Files.setAttribute(path, "dos:hidden", true, LinkOption.NOFOLLOW_LINKS);
            }
            List<String> targets = List.of("/hid.txt", "/hiddir/x.txt", "/hiddir/", "/hiddir");
            try (Site site = Site.of(Provider.RINGER, FileHandler.builder(root).listing(true));
                    Site open = Site.of(
                            Provider.RINGER,
                            FileHandler.builder(root).listing(true).hiddenFiles(true))) {
                for (String target : targets) {
                    assertThat(site.get(target).status()).as(target).isEqualTo(404);
                    assertThat(open.get(target).status()).as(target).isIn(200, 301);
                }
                assertThat(site.get("/").text()).contains("./seen.txt").doesNotContain("hid");
                assertThat(open.get("/").text()).contains("./hid.txt", "./hiddir/");
                assertThat(site.get("/.well-known/a.txt").text()).isEqualTo("well-known");
            }
        }
    }
}
