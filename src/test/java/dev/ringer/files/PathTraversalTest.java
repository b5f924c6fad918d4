package dev.ringer.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Ability;
import dev.ringer.testkit.Needs;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.Response;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks that no spelling of a path leaves the root or reaches a hidden file in it. */
class PathTraversalTest {
    private static final String SECRET = "secret outside";

    /** Targets that name the file outside or a hidden one if the server parses them leniently. */
    private static final List<String> ATTACKS = List.of(
            "/../secret.txt",
            "/folder/../../secret.txt",
            "/./../secret.txt",
            "/%2e%2e/secret.txt",
            "/%2E%2E/secret.txt",
            "/.%2e/secret.txt",
            "/%2e./secret.txt",
            "/folder/%2e%2e/%2e%2e/secret.txt",
            "/..%2fsecret.txt",
            "/%2e%2e%2fsecret.txt",
            "/folder%2f..%2f..%2fsecret.txt",
            "/..%5csecret.txt",
            "/%2e%2e%5csecret.txt",
            "/folder%5c..%5c..%5csecret.txt",
            "/%252e%252e/secret.txt",
            "/%c0%ae%c0%ae/secret.txt",
            "/%e0%80%ae%e0%80%ae/secret.txt",
            "/%c0%af../secret.txt",
            "/..%c0%afsecret.txt",
            "/..%c1%9csecret.txt",
            "/%ff%fe/secret.txt",
            "/%ed%a0%80/secret.txt",
            "/..;/secret.txt",
            "/..;a=b/secret.txt",
            "/folder/..;/..;/secret.txt",
            "/.../secret.txt",
            "/page.txt%00.html",
            "/%00/secret.txt",
            "/..%00/secret.txt",
            "/page.txt%0a",
            "/page.txt%7f",
            "/page.txt/",
            "/page.txt/.",
            "/page.txt/..",
            "/folder//inner.txt",
            "/folder/./inner.txt",
            "/folder/",
            "/C:/secret.txt",
            "/c:%5csecret.txt",
            "/C%3a/secret.txt",
            "/file:///secret.txt",
            "/.git/config",
            "/%2egit/config",
            "/.htaccess",
            "/folder/.hidden",
            "/folder/.well-known/x",
            "/.well-known/.hidden",
            "/.",
            "/..",
            "/~/secret.txt",
            "/folder/inner.txt%20",
            "/folder/inner.txt::$DATA",
            "/fifo");

    @TempDir
    private Path place;

    private Path root() throws IOException {
        Path root = place.resolve("root");
        Site.write(place, "secret.txt", SECRET);
        Site.write(root, "page.txt", "page");
        Site.write(root, "folder/inner.txt", "inner");
        Site.write(root, ".git/config", SECRET);
        Site.write(root, ".htaccess", SECRET);
        Site.write(root, "folder/.hidden", SECRET);
        Site.write(root, "folder/.well-known/x", SECRET);
        Site.write(root, ".well-known/.hidden", SECRET);
        Site.write(root, ".well-known/security.txt", "contact");
        return root;
    }

    @ParameterizedTest
    @EnumSource(Provider.class)
    @Needs({Ability.LINKS, Ability.NAMED_PIPES})
    void nothingOutsideIsServed(Provider provider) throws IOException {
        Path root = root();
        new ProcessBuilder("mkfifo", root.resolve("fifo").toString())
                .start()
                .onExit()
                .join();
        try (Site site = Site.of(provider, FileHandler.builder(root))) {
            for (String attack : ATTACKS) {
                Response response = site.get(attack);

                assertThat(response.status()).as(attack).isIn(400, 404);
                assertThat(response.text()).as(attack).doesNotContain(SECRET, "inner");
            }
            assertThat(site.get("/folder/inner.txt").text()).isEqualTo("inner");
            assertThat(site.get("/.well-known/security.txt").text()).isEqualTo("contact");
            assertThat(site.get("/%66older/inner%2etxt").text()).isEqualTo("inner");
        }
    }

    @ParameterizedTest
    @EnumSource(Provider.class)
    void nothingOutsideIsServedBelowAContext(Provider provider) throws IOException {
        try (Site site = Site.of(provider, "/files", FileHandler.of(root()))) {
            for (String attack : ATTACKS) {
                assertThat(site.get("/files" + attack).status()).as(attack).isIn(400, 404);
            }
            assertThat(site.get("/filesystem").status()).isEqualTo(404);
            assertThat(site.get("/files../secret.txt").status()).isEqualTo(404);
            assertThat(site.get("/files/page.txt").text()).isEqualTo("page");
            assertThat(site.get("/%66iles/page.txt").text()).isEqualTo("page");
        }
    }

    @Test
    void nothingOutsideIsServedFromAJar() throws IOException {
        Path jar = place.resolve("site.jar");
        try (FileSystem files = FileSystems.newFileSystem(jar, Map.of("create", "true"))) {
            Files.createDirectories(files.getPath("root/folder"));
            Files.writeString(files.getPath("secret.txt"), SECRET);
            Files.writeString(files.getPath("root/page.txt"), "page");
            Files.writeString(files.getPath("root/folder/inner.txt"), "inner");
            Files.writeString(files.getPath("root/.htaccess"), SECRET);

            try (Site site = Site.of(Provider.RINGER, FileHandler.builder(files.getPath("root")))) {
                for (String attack : ATTACKS) {
                    assertThat(site.get(attack).status()).as(attack).isIn(400, 404);
                }
                assertThat(site.get("/folder/inner.txt").text()).isEqualTo("inner");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Provider.class)
    @Needs(Ability.LINKS)
    void linksStayInsideTheRoot(Provider provider) throws IOException {
        Path root = root();
        Files.createSymbolicLink(root.resolve("inside.txt"), Path.of("folder/inner.txt"));
        Files.createSymbolicLink(root.resolve("outside.txt"), place.resolve("secret.txt"));
        Files.createSymbolicLink(root.resolve("up"), place);
        Files.createSymbolicLink(root.resolve("broken.txt"), Path.of("nowhere"));
        Files.createSymbolicLink(root.resolve("loop.txt"), Path.of("loop.txt"));
        try (Site site = Site.of(provider, FileHandler.builder(root).listing(true))) {
            assertThat(site.get("/inside.txt").text()).isEqualTo("inner");
            for (String outside :
                    List.of("/outside.txt", "/up/secret.txt", "/up", "/up/", "/broken.txt", "/loop.txt")) {
                assertThat(site.get(outside).status()).as(outside).isEqualTo(404);
            }
            assertThat(site.get("/").text())
                    .contains("./inside.txt")
                    .doesNotContain("outside.txt", "up/", "broken.txt", "loop.txt", ".git", ".htaccess");
        }
    }

    @Test
    @Needs(Ability.LINKS)
    void linksLeadOutOnlyWhereThatIsAllowed() throws IOException {
        Path root = root();
        Files.createSymbolicLink(root.resolve("outside.txt"), place.resolve("secret.txt"));
        try (Site site = Site.of(Provider.RINGER, FileHandler.builder(root).followExternalLinks(true))) {
            assertThat(site.get("/outside.txt").text()).isEqualTo(SECRET);
        }
    }

    @Test
    @Needs(Ability.LINKS)
    void aLinkThatTurnsOutwardsLaterIsNoticed() throws IOException {
        Path root = root();
        Path link = Files.createSymbolicLink(root.resolve("link.txt"), Path.of("page.txt"));
        try (Site site = Site.of(Provider.RINGER, FileHandler.builder(root))) {
            assertThat(site.get("/link.txt").text()).isEqualTo("page");

            Files.delete(link);
            Files.createSymbolicLink(link, place.resolve("secret.txt"));

            assertThat(site.get("/link.txt").status()).isEqualTo(404);
        }
    }

    @Test
    @Needs(Ability.LINKS)
    void theRootMayBeALinkThatMoves() throws IOException {
        Path first = Site.write(place, "one/a.txt", "first").getParent();
        Path second = Site.write(place, "two/a.txt", "other").getParent();
        Path current = Files.createSymbolicLink(place.resolve("current"), first);
        try (Site site = Site.of(Provider.RINGER, FileHandler.builder(current))) {
            assertThat(site.get("/a.txt").text()).isEqualTo("first");

            Files.delete(current);
            Files.createSymbolicLink(current, second);

            assertThat(site.get("/a.txt").text()).isEqualTo("other");
        }
    }

    @Test
    void hiddenFilesAreServedWhereThatIsAllowed() throws IOException {
        try (Site site = Site.of(Provider.RINGER, FileHandler.builder(root()).hiddenFiles(true))) {
            assertThat(site.get("/.git/config").text()).isEqualTo(SECRET);
            assertThat(site.get("/../secret.txt").status()).isIn(400, 404);
            assertThat(site.get("/%2e%2e/secret.txt").status()).isEqualTo(404);
        }
    }

    @Test
    void namesOfDevicesAreNoFilesOnWindows() {
        List<String> odd = List.of(
                "con",
                "NUL.txt",
                "com1",
                "COM¹",
                "lpt³.log",
                "nul .txt",
                "com1  .css",
                "CON ",
                "a:b",
                "a::$DATA",
                "a.",
                "a ");
        List<String> plain = List.of(
                "con1",
                "console",
                "com",
                "com1x",
                "comma.txt",
                "lpt",
                "a~b",
                "a.b",
                "PROGRA~1",
                "notes~1.txt",
                "con x.txt");

        assertThat(odd).allMatch(FileTree::isOddOnWindows);
        assertThat(plain).noneMatch(FileTree::isOddOnWindows);
    }
}
