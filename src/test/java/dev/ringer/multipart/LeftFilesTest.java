package dev.ringer.multipart;

import static dev.ringer.process.JavaCommand.java;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.internal.uploads.LeftFiles;
import dev.ringer.internal.uploads.ProcessDirectory;
import dev.ringer.process.RunningProgram;
import dev.ringer.testkit.Ability;
import dev.ringer.testkit.Needs;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that crashing processes do not fill the disk: the next process deletes files that no process owns. */
class LeftFilesTest {
    private static final String CLASSES =
            Path.of("target", "classes") + File.pathSeparator + Path.of("target", "test-classes");

    @TempDir
    private Path directory;

    private RunningProgram upload() {
        RunningProgram program =
                RunningProgram.started(java("-Xmx32m", "-cp", CLASSES, AbandonedUpload.class.getName(), directory));
        program.awaitLine("keeps 1000");
        return program;
    }

    private List<Path> list() throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            return all.toList();
        }
    }

    private Form readWithAFileOnTheDisk() throws IOException {
        byte[] body = new MultipartWriter("B").part("f", "f", new byte[10]).end();
        FormOptions options =
                FormOptions.builder().directory(directory).fileThresholdBytes(0).build();
        return Form.read(new ByteArrayInputStream(body), Bodies.TYPE, options);
    }

    /** Runs the cleanup of a process that has not used the directory before. */
    private void look() throws IOException {
        Path own = Files.createDirectory(directory.resolve("own"));
        LeftFiles.deleteAllIn(directory, own);
        Files.delete(own);
    }

    @Test
    void deletesWhatACrashedProcessLeftAndNothingOfOneThatLives() throws IOException {
        try (RunningProgram crashing = upload()) {
            crashing.close();
        }
        List<Path> left = list();
        assertThat(left).hasSize(1);

        try (RunningProgram living = upload()) {
            // when the second process created its directory, it deleted that of the first process
            List<Path> kept = list();
            assertThat(kept).hasSize(1).doesNotContainAnyElementsOf(left);

            try (Form form = readWithAFileOnTheDisk()) {
                assertThat(form.file("f").inMemory()).isFalse();
                assertThat(list()).hasSize(2).containsAll(kept);
                assertThat(kept.get(0).resolve("0")).hasSize(1000);
            }
            look();
            assertThat(list()).isEqualTo(kept);
            living.close();
        }

        look();
        assertThat(list()).isEmpty();
    }

    @Test
    @Needs(Ability.LINKS)
    void leavesAloneWhatCouldBeInUseOrIsNotItsOwn() throws IOException {
        Path elsewhere = Files.createDirectories(directory.resolve("elsewhere").resolve("dir"));
        Files.createFile(elsewhere.resolve(ProcessDirectory.LOCK));
        Path precious = Files.createFile(elsewhere.resolve("precious"));
        Path link = Files.createSymbolicLink(directory.resolve(ProcessDirectory.PREFIX + "link"), elsewhere);
        Path file = Files.createFile(directory.resolve(ProcessDirectory.PREFIX + "file"));
        Path withoutLock = Files.createDirectory(directory.resolve(ProcessDirectory.PREFIX + "1-2-3"));
        Files.createFile(withoutLock.resolve("0"));

        look();

        assertThat(precious).exists();
        assertThat(list()).contains(link, file, withoutLock);
    }

    @Test
    void deletesDirectoriesThatWereNeverLocked() throws IOException {
        Files.createDirectory(directory.resolve(ProcessDirectory.PREFIX + "1-2-3"));
        Path unlocked = Files.createDirectory(directory.resolve(ProcessDirectory.PREFIX + "1-2-4"));
        Files.createFile(unlocked.resolve(ProcessDirectory.LOCK));
        Files.createFile(unlocked.resolve("0"));

        look();

        assertThat(list()).isEmpty();
    }

    @Test
    @Needs(Ability.REPLACED_OPEN_FILES)
    void sharesOneDirectoryAmongFormsAndMakesItAgainWhenItWasTakenAway() throws IOException {
        try (Form first = readWithAFileOnTheDisk();
                Form second = readWithAFileOnTheDisk()) {
            assertThat(list()).hasSize(1);
            assertThat(first.file("f").size()).isEqualTo(second.file("f").size());

            ProcessDirectory.deleteFiles(list().get(0));
            Files.delete(list().get(0).resolve(ProcessDirectory.LOCK));
            Files.delete(list().get(0));
            try (Form third = readWithAFileOnTheDisk();
                    InputStream stream = third.file("f").stream()) {
                assertThat(stream.readAllBytes()).hasSize(10);
            }
        }
        assertThat(list()).isEmpty();
    }

    /** On Windows, the name of an open file stays until the file is closed. */
    @Test
    void bearsStreamsThatAreStillOpenWhenTheFormIsClosed() throws IOException {
        InputStream left;
        try (Form form = readWithAFileOnTheDisk()) {
            left = form.file("f").stream();
            assertThat(left.read()).isZero();
        }
        left.close();

        readWithAFileOnTheDisk().close();

        assertThat(list()).isEmpty();
    }

    /** A folder with a file in it cannot be deleted, like a file that a virus scanner has open on Windows. */
    @Test
    void leavesWhatCannotBeDeletedToTheNextForm() throws IOException {
        Path blocked;
        try (Form form = readWithAFileOnTheDisk()) {
            assertThat(form.file("f").inMemory()).isFalse();
            blocked = Files.createDirectory(list().get(0).resolve("1"));
            Files.createFile(blocked.resolve("open"));
        }
        Path own = blocked.getParent();
        assertThat(own.resolve("0")).doesNotExist();
        assertThat(own.resolve(ProcessDirectory.LOCK))
                .as("lets another process delete the rest")
                .exists();
        Files.delete(blocked.resolve("open"));

        readWithAFileOnTheDisk().close();

        assertThat(list()).isEmpty();
    }
}
