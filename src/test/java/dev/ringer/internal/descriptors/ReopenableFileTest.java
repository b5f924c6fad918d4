package dev.ringer.internal.descriptors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ringer.testkit.Ability;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Needs;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests files that give their descriptors back while nobody reads them, and the sets that limit their descriptors. */
@Isolated("it takes the descriptors of all idle files of the JVM back")
class ReopenableFileTest {
    private static final FileTime LONG_AGO = FileTime.from(Instant.parse("2020-01-02T03:04:05Z"));

    @TempDir
    private Path folder;

    private Path path;

    @BeforeEach
    void write() throws IOException {
        path = written("file", "old content");
    }

    private Path written(String name, String content) throws IOException {
        Path file = Files.writeString(folder.resolve(name), content);
        return Files.setLastModifiedTime(file, LONG_AGO);
    }

    private static ReopenableFile open(Path path) throws IOException {
        BasicFileAttributes before = Files.readAttributes(path, BasicFileAttributes.class);
        return ReopenableFile.open(
                path,
                now -> now.size() == before.size()
                        && now.lastModifiedTime().equals(before.lastModifiedTime())
                        && Objects.equals(now.fileKey(), before.fileKey()),
                StandardOpenOption.READ);
    }

    private static String read(ReopenableFile file, int position, int count) throws IOException {
        ByteBuffer to = ByteBuffer.allocate(count);
        file.read(to, position);
        return new String(to.array(), 0, to.position(), StandardCharsets.US_ASCII);
    }

    @Test
    void goesOnAfterItGaveItsDescriptorBack() throws IOException {
        try (ReopenableFile file = open(path)) {
            assertThat(read(file, 0, 4)).isEqualTo("old ");

            for (int i = 0; i < 3; i++) {
                assertThat(file.giveBack()).isTrue();
                assertThat(file.giveBack()).as("it has none").isFalse();
                assertThat(read(file, 4, 7)).isEqualTo("content");
            }

            assertThat(file.size()).isEqualTo(11);
        }
    }

    @Test
    void isClosedForGood() throws IOException {
        ReopenableFile used = open(path);
        ReopenableFile idle = open(path);
        idle.giveBack();

        used.close();
        idle.close();

        assertThat(used.giveBack()).isFalse();
        assertThatThrownBy(() -> read(used, 0, 1)).isInstanceOf(ClosedChannelException.class);
        assertThatThrownBy(() -> read(idle, 0, 1)).isInstanceOf(ClosedChannelException.class);
    }

    /** What can happen to a file while it has no descriptor. Each leaves a file of the same length, but for the last. */
    enum Change {
        REPLACED {
            @Override
            void happen(ReopenableFileTest test) throws IOException {
                Files.move(test.written("new", "new content"), test.path, StandardCopyOption.REPLACE_EXISTING);
            }
        },
        DELETED_AND_WRITTEN_AGAIN_WITH_THE_SAME_TIME {
            @Override
            void happen(ReopenableFileTest test) throws IOException {
                Files.delete(test.path); // many file systems give the number of the file to the next one
                test.written("file", "new content");
            }
        },
        OVERWRITTEN {
            @Override
            void happen(ReopenableFileTest test) throws IOException {
                Files.writeString(test.path, "new content");
            }
        },
        OVERWRITTEN_WITH_THE_SAME_TIME {
            @Override
            void happen(ReopenableFileTest test) throws IOException {
                test.written("file", "new content");
            }
        },
        FOLDER_REPLACED {
            @Override
            void happen(ReopenableFileTest test) throws IOException {
                Files.move(test.folder.resolve("site"), test.folder.resolve("site.old"));
                Files.move(test.folder.resolve("site.new"), test.folder.resolve("site"));
            }
        },
        DELETED {
            @Override
            void happen(ReopenableFileTest test) throws IOException {
                Files.delete(test.path);
            }
        };

        abstract void happen(ReopenableFileTest test) throws IOException;
    }

    @ParameterizedTest
    @EnumSource
    @Needs(Ability.LINUX)
    void neverMixesTwoFiles(Change change) throws IOException {
        if (change == Change.FOLDER_REPLACED) {
            Files.createDirectory(folder.resolve("site"));
            Files.createDirectory(folder.resolve("site.new"));
            path = written("site/file", "old content");
            written("site.new/file", "new content");
        }
        try (ReopenableFile file = open(path)) {
            read(file, 0, 4);
            file.giveBack();
            long opened = System.currentTimeMillis();
            // the clock of the file system is coarse: wait until it has gone on
            while (Files.getLastModifiedTime(Files.writeString(folder.resolve("clock"), ""))
                            .toMillis()
                    <= opened) {
                Thread.onSpinWait();
            }

            change.happen(this);

            assertThatThrownBy(() -> read(file, 4, 7)).isInstanceOf(IOException.class);
        }
    }

    @Test
    @Needs(Ability.REPLACED_OPEN_FILES)
    void goesOnWithTheOldFileIfItWasReplacedBeforehand() throws IOException {
        try (ReopenableFile file = open(path)) {
            Files.move(written("new", "new content"), path, StandardCopyOption.REPLACE_EXISTING);

            assertThat(read(file, 0, 11)).isEqualTo("old content");
        }
    }

    private interface Reading {
        void happen() throws IOException;
    }

    /** Runs something while the file is being read. */
    private static void whileReading(ReopenableFile file, Reading reading) throws IOException {
        file.transferTo(0, 11, new WritableByteChannel() {
            @Override
            public int write(ByteBuffer from) throws IOException {
                reading.happen();
                int count = from.remaining();
                from.position(from.limit());
                return count;
            }

            @Override
            public boolean isOpen() {
                return true;
            }

            @Override
            public void close() {}
        });
    }

    @Test
    void keepsItsDescriptorWhileItIsRead() throws IOException {
        try (ReopenableFile file = open(path)) {
            boolean[] given = {true};

            whileReading(file, () -> given[0] = file.giveBack());

            assertThat(given[0]).isFalse();
            assertThat(file.giveBack()).isTrue();
        }
    }

    /**
     * Something else waits for a descriptor, or tries again: between the failed attempt and the look for descriptors,
     * another thread may have closed something.
     */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void letsSomethingElseTryAgainWhileItIsRead(boolean noneLeft) throws IOException {
        int[] attempts = {0};
        try (ReopenableFile file = open(path)) {
            whileReading(
                    file,
                    () -> OpenFiles.open(
                            () -> {
                                if (attempts[0]++ < 3) {
                                    throw new FileSystemException("other", null, "Too many open files");
                                }
                                return "opened";
                            },
                            () -> noneLeft));
        }

        assertThat(attempts[0]).isEqualTo(4);
    }

    @Test
    void letsNothingWaitThatNeedsNoDescriptorWhileItIsRead() throws IOException {
        int[] attempts = {0};
        try (ReopenableFile file = open(path)) {
            whileReading(
                    file,
                    () -> assertThatThrownBy(() -> OpenFiles.open(
                                    () -> {
                                        attempts[0]++;
                                        throw new FileSystemException("other", null, "Input/output error");
                                    },
                                    () -> false))
                            .isInstanceOf(FileSystemException.class));
        }

        assertThat(attempts[0]).isLessThan(10);
    }

    @Test
    void thatWasIdleForLongestGivesItsDescriptorBackToItsGroup() throws IOException {
        OpenFiles group = new OpenFiles(3);
        List<ReopenableFile> files = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            files.add(open(path));
            files.get(i).joinGroup(group);
        }
        read(files.get(0), 0, 1);

        files.add(open(path));
        files.get(3).joinGroup(group);

        assertThat(files).extracting(ReopenableFile::giveBack).containsExactly(true, false, true, true);

        for (ReopenableFile file : files) { // each is opened again, so the first gives its descriptor back again
            read(file, 0, 1);
        }
        assertThat(files).extracting(ReopenableFile::giveBack).containsExactly(false, true, true, true);
        for (ReopenableFile file : files) {
            file.close();
        }
    }

    @Test
    void giveSeveralDescriptorsBackAtOnceIfTheirGroupIsLarge() throws IOException {
        OpenFiles group = new OpenFiles(48);
        List<ReopenableFile> files = new ArrayList<>();
        for (int i = 0; i < 49; i++) {
            files.add(open(path));
            files.get(i).joinGroup(group);
        }

        assertThat(files.subList(0, 4)).noneMatch(ReopenableFile::giveBack);
        assertThat(files.subList(4, 49)).allMatch(ReopenableFile::giveBack);
        for (ReopenableFile file : files) {
            file.close();
        }
    }

    @Test
    void givesItsDescriptorBackIfSomethingElseCannotBeOpened() throws IOException {
        int[] attempts = {0};
        try (ReopenableFile file = open(path)) {
            String opened = OpenFiles.open(
                    () -> {
                        if (attempts[0]++ == 0) {
                            throw new FileSystemException("other", null, "Too many open files");
                        }
                        return "opened";
                    },
                    () -> attempts[0] == 1);

            assertThat(opened).isEqualTo("opened");
            assertThat(file.giveBack()).as("it has none").isFalse();
            assertThat(read(file, 0, 3)).isEqualTo("old");
        }
    }

    @Test
    void keepsItsDescriptorIfSomethingElseCannotBeOpenedForAnotherReason() throws IOException {
        int[] attempts = {0};

        assertThatThrownBy(() -> OpenFiles.open(() -> {
                    attempts[0]++;
                    throw new NoSuchFileException("other");
                }))
                .isInstanceOf(NoSuchFileException.class);

        assertThat(attempts[0]).isEqualTo(1);
    }

    @Test
    void canBeCollectedIfNobodyClosesIt() throws IOException {
        OpenFiles group = new OpenFiles(3);
        WeakReference<?> left = left(group);

        Deadlines.await("the file is collected", () -> {
            System.gc();
            return left.refersTo(null);
        });

        assertThat(group).isNotNull();
    }

    private WeakReference<?> left(OpenFiles group) throws IOException {
        ReopenableFile file = open(path);
        file.joinGroup(group);
        return file.reference();
    }
}
