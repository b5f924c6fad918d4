package dev.ringer.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpContext;
import dev.ringer.testkit.Ability;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Needs;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.RecordedLog;
import dev.ringer.testkit.TestServer;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Level;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests files that cannot be read, which are not missing, and file systems that an interrupt would close. */
// a failure to open a file takes the descriptors of idle downloads back, in the whole JVM
@ResourceLock("idle downloads")
class UnreadableFileTest {
    @TempDir
    private Path root;

    @BeforeEach
    void writeFiles() throws IOException {
        Site.write(root, "a.txt", "content");
        Site.write(root, "folder/index.html", "index");
    }

    private FileSystem jar() throws IOException {
        FileSystem jar = FileSystems.newFileSystem(root.resolve("site.jar"), Map.of("create", "true"));
        Site.write(jar.getPath("/"), "a.txt", "x".repeat(100_000));
        Site.write(jar.getPath("/"), "small.txt", "small");
        Site.write(jar.getPath("/"), "small.txt.gz", "gzip");
        Site.write(jar.getPath("/"), "folder/b.txt", "b");
        jar.close();
        return FileSystems.newFileSystem(root.resolve("site.jar"));
    }

    /** The interrupted request itself may fail, because the JDK closes a socket to which an interrupted thread writes. */
    @Test
    void anInterruptLeavesTheJarOpen() throws IOException {
        AtomicBoolean interrupts = new AtomicBoolean();
        List<String> targets = List.of("/a.txt", "/", "/small.txt", "/folder", "/folder/", "/folder/b.txt", "/missing");
        try (FileSystem jar = jar();
                TestServer server = TestServer.create(Provider.RINGER, Mode.CACHED_POOL)) {
            BlockingQueue<Boolean> flags = new LinkedBlockingQueue<>();
            FileHandler handler =
                    FileHandler.builder(jar.getPath("/")).listing(true).build();
            server.handle("/", exchange -> {
                boolean interrupted = interrupts.get();
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
                try {
                    handler.handle(exchange);
                } finally {
                    flags.add(Thread.interrupted() == interrupted);
                }
            });
            server.start();
            for (String target : targets) {
                interrupts.set(true);
                try (RawClient client = server.connect()) {
                    client.get(target);
                    Deadlines.await("the handler returns", () -> !flags.isEmpty());
                    assertThat(flags.remove()).as("flag after " + target).isTrue();
                }
                interrupts.set(false);
                try (RawClient client = server.connect()) {
                    assertThat(client.get("/a.txt").readResponse("GET").body()).hasSize(100_000);
                    assertThat(client.get("/folder/b.txt").readResponse("GET").text())
                            .isEqualTo("b");
                }
            }
        }
    }

    /** As after an interrupt in another library: the JDK has closed the only channel of the jar. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aBrokenJarIsNotEmpty(boolean offloaded) throws IOException {
        ExecutorService pool = Executors.newCachedThreadPool();
        try (FileSystem jar = jar();
                TestServer server = TestServer.create(Provider.RINGER, Mode.NO_EXECUTOR);
                RecordedLog log = RecordedLog.from(Level.WARNING)) {
            FileHandler handler =
                    FileHandler.builder(jar.getPath("/")).listing(true).build();
            HttpContext context = server.context("/", handler);
            if (offloaded) {
                context.getFilters().add(handler.offload(pool));
            }
            server.start();
            try (RawClient client = server.connect()) {
                assertThat(client.get("/small.txt").readResponse("GET").text()).isEqualTo("small");
            }
            breakChannel(jar.getPath("/a.txt"));
            for (String target : List.of("/small.txt", "/a.txt", "/", "/folder", "/folder/", "/folder/b.txt")) {
                try (RawClient client = server.connect()) {
                    // what the JDK or Ringer has in memory may still be served, which depends on the fields of the jar
                    assertThat(client.get(target, "Connection: close").readToEnd())
                            .as(target)
                            .matches("|(?s)HTTP/1.1 (200|301) .*");
                }
            }
            Deadlines.await(
                    "a warning",
                    () -> !log.records(record -> new SimpleFormatter()
                                    .formatMessage(record)
                                    .concat(String.valueOf(record.getThrown()))
                                    .contains("cannot read /"))
                            .isEmpty());
        } finally {
            pool.shutdown();
        }
    }

    private static void breakChannel(Path entry) throws IOException {
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> Files.readAllBytes(entry)).isInstanceOf(IOException.class);
        } finally {
            Thread.interrupted();
        }
    }

    /** The JDK has no exception of its own for these, and some of them also name a broken disk. */
    @Test
    void whatDoesNotExistIsMissing() throws IOException {
        Files.createSymbolicLink(root.resolve("loop"), Path.of("loop"));
        Files.createSymbolicLink(root.resolve("one"), Path.of("two"));
        Files.createSymbolicLink(root.resolve("two"), Path.of("one"));
        Files.createSymbolicLink(root.resolve("nowhere"), Path.of("nothing"));
        Files.createSymbolicLink(root.resolve("through"), Path.of("a.txt/b"));
        Files.createSymbolicLink(root.resolve("here"), Path.of("."));
        Files.createSymbolicLink(root.resolve("twice"), Path.of("here/here"));
        Files.createSymbolicLink(root.resolve("up"), Path.of("folder/.."));
        List<String> names = List.of(
                "here/".repeat(41) + "a.txt",
                "here/".repeat(41) + "folder",
                "here/".repeat(45).substring(0, 5 * 45 - 1),
                "twice/".repeat(14) + "a.txt",
                "up/".repeat(41) + "a.txt",
                "here/up/b.txt",
                "b.txt",
                "a.txt/b",
                "a.txt/b/c",
                "none/b",
                "x".repeat(256),
                "folder/" + "\u00e9".repeat(200),
                "folder/" + "x".repeat(300) + "/a",
                "d/".repeat(3000) + "a",
                "loop",
                "loop/a",
                "one",
                "one/a",
                "nowhere",
                "nowhere/a",
                "through");
        try (Site site =
                Site.of(Provider.RINGER, FileHandler.builder(root).listing(true).followExternalLinks(true))) {
            for (String name : names) {
                assertThat(FileTree.attributes(root.resolve(name))).as(name).isNull();
                for (String end : List.of("", "/")) {
                    String target = "/" + PathText.encoded(name) + end;
                    assertThat(site.get(target).status()).as(target).isEqualTo(404);
                }
            }
            assertThat(site.get("/").status()).isEqualTo(200);
        }
    }

    @Test
    @Needs(Ability.LINUX)
    void asManyLinksAsTheSystemFollowsLeadToAFile() throws IOException {
        Files.createSymbolicLink(root.resolve("here"), Path.of("."));
        try (Site site = Site.of(Provider.RINGER, FileHandler.builder(root))) {
            assertThat(site.get("/" + "here/".repeat(40) + "a.txt").status()).isEqualTo(200);
            assertThat(site.get("/" + "here/".repeat(41) + "a.txt").status()).isEqualTo(404);
        }
    }

    @Test
    @Needs(Ability.LINKS)
    void whatExistsIsNotMissingWhateverFails() throws IOException {
        Files.createSymbolicLink(root.resolve("link"), Path.of("a.txt"));
        Files.createSymbolicLink(root.resolve("up"), Path.of("folder/.././folder"));
        Files.createSymbolicLink(root.resolve("absolute"), root.resolve("up").toAbsolutePath());
        for (String name : List.of(
                "a.txt",
                "folder",
                "folder/index.html",
                "link",
                "",
                "up/index.html",
                "absolute/../a.txt",
                "up/../link")) {
            Path path = root.resolve(name);
            for (IOException failure : List.of(
                    new FileSystemException(path.toString(), null, "Input/output error"),
                    new ClosedChannelException(),
                    new IOException("Input/output error"))) {
                assertThatThrownBy(() -> MissingFiles.requireMissing(path, failure))
                        .isInstanceOf(UnreadableFileException.class)
                        .hasCause(failure)
                        .hasMessageStartingWith("cannot read " + path);
            }
        }
        assertThatCode(() -> MissingFiles.requireMissing(root.resolve("a.txt"), new AccessDeniedException("a.txt")))
                .doesNotThrowAnyException();
    }
}
