package dev.ringer.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.files.FileStore.OpenFile;
import dev.ringer.testkit.Ability;
import dev.ringer.testkit.Needs;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Response;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests files that somebody is writing or replacing at the moment. They exist, so the answer is not 404. */
class WrittenFileTest {
    @TempDir
    private Path root;

    private FileStore store() {
        return new FileStore(
                new FileTree(root, false),
                new MediaTypes(Map.of(), StandardCharsets.UTF_8),
                List.of(),
                true,
                false,
                64 << 10,
                new FileCache(8 << 20));
    }

    @Test
    @Needs(Ability.FILE_KEYS)
    void aFileThatGrowsHasTheStateWhenOpened() throws IOException {
        Path path = Site.write(root, "a.log", "first");
        FileStore store = store();
        StoredFile before = store.file("a.log");
        Files.writeString(path, " line", StandardOpenOption.APPEND);

        try (OpenFile open = store.open(before)) {
            ByteArrayOutputStream sent = new ByteArrayOutputStream();
            open.content().send(0, open.state().size(), sent);

            assertThat(sent).hasToString("first line");
            assertThat(open.state().entityTag()).startsWith("W/").isNotEqualTo(before.entityTag());
        }
    }

    @Test
    @Needs(Ability.FILE_KEYS)
    void aFileThatWasReplacedIsLookedForAgain() throws IOException {
        Path path = Site.write(root, "a.txt", "first");
        FileStore store = store();
        StoredFile before = store.file("a.txt");
        Files.move(Site.write(root, "b.txt", "other"), path, StandardCopyOption.REPLACE_EXISTING);

        assertThat(store.open(before)).isNull();
        assertThat(store.file("a.txt").is(FileTree.attributes(path))).isTrue();
    }

    /** A writer that never pauses, such as tar or a busy log. */
    @Test
    @Needs(Ability.FILE_KEYS)
    void aFileThatIsAppendedToIsServed() throws Exception {
        Path path = Site.write(root, "out.log", "line\n".repeat(100));
        whileSomebody(
                () -> {
                    if (Files.size(path) < 20_000_000) {
                        try (OutputStream to = Files.newOutputStream(path, StandardOpenOption.APPEND)) {
                            for (int i = 0; i < 1000; i++) {
                                to.write("line\n".getBytes(StandardCharsets.US_ASCII));
                            }
                        }
                    }
                },
                client -> {
                    for (int i = 0; i < 100; i++) {
                        Response head = client.request("HEAD", "/out.log").readResponse("HEAD");
                        assertThat(head.status()).isEqualTo(200);
                        Response part = client.request("GET", "/out.log", "Range: bytes=0-99")
                                .readResponse("GET");
                        assertThat(part.status()).isIn(200, 206);
                    }
                });
    }

    /** A deployment that replaces a file by rename, again and again. */
    @Test
    @Needs(Ability.REPLACED_OPEN_FILES)
    void aFileThatIsReplacedAllTheTimeIsServed() throws Exception {
        Path path = Site.write(root, "out.log", "one content");
        whileSomebody(
                () -> Files.move(
                        Files.writeString(root.resolve("next"), "one content"), path, StandardCopyOption.ATOMIC_MOVE),
                client -> {
                    for (int i = 0; i < 100; i++) {
                        Response whole = client.get("/out.log").readResponse("GET");
                        assertThat(whole.status()).isEqualTo(200);
                        assertThat(whole.text()).isEqualTo("one content");
                    }
                });
    }

    private interface Step {
        void run() throws IOException;
    }

    private interface Requests {
        void run(RawClient client) throws IOException;
    }

    private void whileSomebody(Step writes, Requests requests) throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        CompletableFuture<Void> writer = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                while (!done.get()) {
                    writes.run();
                }
                writer.complete(null);
            } catch (Throwable failure) {
                writer.completeExceptionally(failure);
            }
        });
        try (Site site = Site.of(Provider.RINGER, FileHandler.builder(root));
                RawClient client = site.connect()) {
            thread.start();
            requests.run(client);
        } finally {
            done.set(true);
            thread.join();
        }
        writer.join();
    }
}
