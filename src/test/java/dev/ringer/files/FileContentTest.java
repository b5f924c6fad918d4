package dev.ringer.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.ringer.testkit.Ability;
import dev.ringer.testkit.Fate;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Needs;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Response;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the content of files: large ones, cached ones, those in a jar, and those deleted while they are sent. */
// a failure to open a file takes the descriptors of idle downloads back, in the whole JVM
@ResourceLock("idle downloads")
class FileContentTest {
    private static final int LARGE = 64 << 20; // more than any buffers between server and client hold

    @TempDir
    private Path root;

    @ParameterizedTest
    @EnumSource(Provider.class)
    void aFileThatShrinksEndsVisibly(Provider provider) throws IOException {
        Path file = root.resolve("large.bin");
        resize(file, LARGE);
        try (Site site = Site.of(provider, FileHandler.builder(root));
                RawClient client = site.connect()) {
            client.get("/large.bin");
            String start = client.readUntil("\r\n\r\n");
            assertThat(start).startsWith("HTTP/1.1 200").containsIgnoringCase("Content-Length: " + LARGE);

            resize(file, 1 << 20);
            int received = client.readToEnd().length();

            assertThat(received).isLessThan(LARGE);
            assertThat(site.get("/large.bin").body()).hasSize(1 << 20);
        }
    }

    @Test
    void aFileThatGrowsIsSentAsItWas() throws IOException {
        Path file = root.resolve("large.bin");
        resize(file, LARGE);
        try (Site site = Site.of(Provider.RINGER, FileHandler.builder(root));
                RawClient client = site.connect()) {
            client.get("/large.bin");
            String start = client.readUntil("\r\n\r\n");
            resize(file, LARGE + 100);
            client.readText(LARGE);

            assertThat(start).containsIgnoringCase("Content-Length: " + LARGE);
            assertThat(client.fate()).isEqualTo(Fate.USABLE);
        }
    }

    private static void resize(Path file, int size) throws IOException {
        Files.write(file, new byte[0], java.nio.file.StandardOpenOption.CREATE, java.nio.file.StandardOpenOption.WRITE);
        try (FileChannel channel = FileChannel.open(file, java.nio.file.StandardOpenOption.WRITE)) {
            channel.truncate(size);
            if (channel.size() < size) {
                channel.write(ByteBuffer.allocate(1), size - 1); // the rest is sparse
            }
        }
        Files.setLastModifiedTime(file, FileTime.from(Site.CHANGED.plusSeconds(size)));
    }

    @Test
    @Needs(Ability.FILE_KEYS)
    void whatIsCachedIsLookedAtEachTime() throws IOException {
        Path file = Site.write(root, "a.txt", "first");
        try (Site site = Site.of(Provider.RINGER, FileHandler.builder(root))) {
            assertThat(site.get("/a.txt").text()).isEqualTo("first");
            assertThat(site.get("/a.txt").text()).isEqualTo("first");

            Path other = Site.write(root, "b.txt", "other");
            Files.move(other, file, StandardCopyOption.REPLACE_EXISTING); // of the same size and modification time
            assertThat(site.get("/a.txt").text()).isEqualTo("other");

            Files.writeString(file, "later");
            assertThat(site.get("/a.txt").text()).isEqualTo("later");
            Files.writeString(file, "again"); // perhaps within the same tick of the clock
            assertThat(site.get("/a.txt").text()).isEqualTo("again");

            Files.delete(file);
            assertThat(site.get("/a.txt").status()).isEqualTo(404);
            Files.createDirectory(file);
            assertThat(site.get("/a.txt").status()).isEqualTo(301);
        }
    }

    @Test
    @Needs(Ability.LINKS)
    void aFileThatIsReplacedByALinkToItIsFoundAgain() throws IOException {
        Path file = Site.write(root, "large.txt", "x".repeat(100_000)); // too large for the cache
        try (Site site = Site.of(Provider.RINGER, FileHandler.builder(root))) {
            assertThat(site.get("/large.txt").body()).hasSize(100_000);

            Path moved = Files.move(file, root.resolve("moved.txt"));
            Files.createSymbolicLink(file, moved);

            assertThat(site.get("/large.txt").body()).hasSize(100_000);
        }
    }

    @Test
    void theCacheKeepsItsBound() throws IOException {
        FileCache cache = new FileCache(10_000);
        for (int i = 0; i < 100; i++) {
            Path file = Site.write(root, i + ".txt", "x");
            StoredFile stored = StoredFile.of(
                    i + ".txt",
                    file,
                    file,
                    FileTree.attributes(file),
                    new StoredFile.Labels("text/plain", null, null, java.util.List.of()));
            cache.put(stored);
            cache.put(stored.withBytes(new byte[1000]));

            assertThat(cache.bytes()).isLessThanOrEqualTo(10_000);
        }
        assertThat(cache.get("99.txt").bytes()).hasSize(1000);
        assertThat(cache.get("0.txt")).isNull();
        for (int i = 0; i < 100; i++) {
            cache.remove(i + ".txt");
        }
        assertThat(cache.bytes()).isZero();
    }

    @Test
    void longNamesCountInTheCache() throws IOException {
        FileCache cache = new FileCache(50_000);
        Path file = Site.write(root, "a.txt", "x");
        StoredFile stored = StoredFile.of(
                "loop/".repeat(800) + "a.txt",
                file,
                file,
                FileTree.attributes(file),
                new StoredFile.Labels("text/plain", null, null, java.util.List.of()));

        cache.put(stored);

        assertThat(cache.bytes()).isBetween(40_000L, 50_000L);
    }

    @ParameterizedTest
    @EnumSource(Provider.class)
    void aFileInAJarIsLikeAnyOther(Provider provider) throws IOException {
        String content = "0123456789".repeat(30_000);
        try (FileSystem jar = FileSystems.newFileSystem(root.resolve("site.jar"), Map.of("create", "true"))) {
            Path folder = Files.createDirectory(jar.getPath("site"));
            Site.write(folder, "index.html", "<p>jar");
            Site.write(folder, "large.txt", content);
            Site.write(folder, "large.txt.gz", "gzip");
            try (Site site =
                    Site.of(provider, FileHandler.builder(folder).listing(true).indexFiles())) {
                Response whole = site.get("/large.txt");
                String tag = whole.value("ETag").orElseThrow();
                assertThat(whole.text()).isEqualTo(content);
                assertThat(site.get("/large.txt", "Range: bytes=299995-").text())
                        .isEqualTo("56789");
                assertThat(site.get("/large.txt", "Range: bytes=5-6,200000-200001")
                                .text())
                        .contains("\r\n\r\n56\r\n", "\r\n\r\n01\r\n");
                assertThat(site.get("/large.txt", "If-None-Match: " + tag).status())
                        .isEqualTo(304);
                assertThat(site.get("/large.txt", "Accept-Encoding: gzip").text())
                        .isEqualTo("gzip");
                assertThat(site.get("/").text()).contains("./index.html");
                assertThat(site.get("/index.html").text()).isEqualTo("<p>jar");
            }
        }
    }

    /** Reproducible builds give every entry of every build the same time. */
    @Test
    void aJarOfTheNextBuildHasOtherTags() throws IOException {
        assertThat(tagInJar("first")).isNotEqualTo(tagInJar("other")).isEqualTo(tagInJar("first"));
    }

    private String tagInJar(String content) throws IOException {
        Path file = root.resolve("build.jar");
        Files.deleteIfExists(file);
        try (FileSystem jar = FileSystems.newFileSystem(file, Map.of("create", "true"))) {
            Site.write(jar.getPath("site"), "a.txt", content);
        }
        try (FileSystem jar = FileSystems.newFileSystem(file);
                Site site = Site.of(Provider.RINGER, FileHandler.builder(jar.getPath("site")))) {
            return site.get("/a.txt").value("ETag").orElseThrow();
        }
    }

    @Test
    @Needs(Ability.POSIX_PERMISSIONS)
    void aFileThatMayNotBeReadIsForbidden() throws IOException {
        Path file = Site.write(root, "closed.txt", "closed");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("---------"));
        Assumptions.assumeFalse(Files.isReadable(file), "this user may read everything");
        try (Site site = Site.of(Provider.RINGER, FileHandler.builder(root))) {
            assertThat(site.get("/closed.txt").status()).isEqualTo(403);
            assertThat(site.request("HEAD", "/closed.txt").status()).isEqualTo(403);
        }
    }

    @Test
    @Needs(Ability.POSIX_PERMISSIONS)
    void aPrecompressedCopyThatMayNotBeReadIsIgnored() throws IOException {
        Site.write(root, "open.txt", "open");
        Path copy = Site.write(root, "open.txt.gz", "closed");
        Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString("---------"));
        Assumptions.assumeFalse(Files.isReadable(copy), "this user may read everything");
        try (Site site = Site.of(Provider.RINGER, FileHandler.builder(root))) {
            assertThat(site.get("/open.txt", "Accept-Encoding: gzip").text()).isEqualTo("open");
        }
    }

    @Test
    @Needs(Ability.POSIX_PERMISSIONS)
    void aFolderThatMayNotBeReadIsForbidden() throws IOException {
        Path folder = Files.createDirectory(root.resolve("closed"));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("---------"));
        Assumptions.assumeFalse(Files.isReadable(folder), "this user may read everything");
        try (Site site = Site.of(Provider.RINGER, FileHandler.builder(root).listing(true))) {
            assertThat(site.get("/closed/").status()).isEqualTo(403);
        }
    }

    @Test
    void transfersCopyRegions() throws IOException {
        byte[] content = new byte[300_000];
        new Random(17).nextBytes(content);
        Path file = Files.write(root.resolve("r.bin"), content);
        ByteArrayOutputStream to = new ByteArrayOutputStream();

        FileTransfer.copy(file, 1, 299_998, to);
        FileTransfer.copy(file, 299_999, 1, to);
        FileTransfer.copy(file, 5, 0, to);

        assertThat(to.toByteArray()).isEqualTo(java.util.Arrays.copyOfRange(content, 1, 300_000));
        assertThatThrownBy(() -> FileTransfer.copy(file, 299_999, 2, to)).isInstanceOf(EOFException.class);
        assertThatThrownBy(() -> FileTransfer.copy(file, -1, 2, to)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> FileTransfer.copy(file, Long.MAX_VALUE, 2, to))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aTransferBeyondTheEndOfTheFileFails() throws IOException {
        Path file = Site.write(root, "a.txt", "0123456789");
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        try (TestServer server = TestServer.create(Provider.RINGER, Transport.CLEAR, Mode.NO_EXECUTOR, Map.of())
                .handle("/", exchange -> {
                    exchange.sendResponseHeaders(200, 8);
                    thrown.set(catchThrowable(() -> FileTransfer.copy(file, 3, 8, exchange.getResponseBody())));
                    exchange.close();
                })
                .start()) {
            server.connect().get("/").readToEnd(); // the server closes the connection

            assertThat(thrown.get()).isInstanceOf(EOFException.class);
        }
    }
}
