package dev.ringer.internal.accesslog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ringer.process.JavaCommand;
import dev.ringer.testkit.Ability;
import dev.ringer.testkit.Needs;
import dev.ringer.testkit.RecordedLog;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RotatingFileTest {
    @TempDir
    private Path folder;

    private Path path;
    private Instant now = Instant.now();
    private final Clock clock = new Clock() {
        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Instant instant() {
            return now;
        }
    };

    private final List<RotatingFile> opened = new ArrayList<>();

    @BeforeEach
    void choosePath() {
        path = folder.resolve("new").resolve("access.log");
    }

    @AfterEach
    void closeFiles() {
        opened.forEach(RotatingFile::close);
    }

    @Test
    void goesOnAtTheEndOfWhatIsThere() throws IOException {
        write(newFile(0, 0), "a\n");
        write(newFile(0, 0), "b\n");

        assertThat(path).hasContent("a\nb\n");
    }

    @Test
    void isRenamedBeforeItGrowsTooLarge() throws IOException {
        RotatingFile file = newFile(10, 0);
        for (String line : List.of("12345678\n", "second..\n", "3\n")) {
            write(file, line);
        }

        assertThat(path).hasContent("3\n");
        assertThat(names())
                .containsExactly("access.log", "access.log." + today() + ".1", "access.log." + today() + ".2");
        assertThat(sibling(1)).hasContent("12345678\n");
        assertThat(sibling(2)).hasContent("second..\n");
    }

    @Test
    void isRenamedByTheDayOfItsLastLine() throws IOException {
        String yesterday = today();
        RotatingFile file = newFile(0, 0);
        write(file, "yesterday\n");
        now = now.plus(Duration.ofDays(1));
        write(file, "today\n");

        assertThat(path).hasContent("today\n");
        assertThat(path.resolveSibling("access.log." + yesterday + ".1")).hasContent("yesterday\n");
    }

    @Test
    void isRenamedWhenItIsOfAnEarlierDayAtTheStart() throws IOException {
        write(newFile(0, 0), "yesterday\n");
        String yesterday = today();
        now = now.plus(Duration.ofDays(1));
        write(newFile(0, 0), "today\n");

        assertThat(path.resolveSibling("access.log." + yesterday + ".1")).hasContent("yesterday\n");
    }

    @Test
    void keepsTheYoungestAndTouchesNothingElse() throws IOException {
        RotatingFile file = newFile(1, 2);
        Files.writeString(path.resolveSibling("access.log.2001-01-01.old"), "not ours");
        Files.writeString(path.resolveSibling("access.log.2001-99-01.1"), "no day");
        Files.writeString(path.resolveSibling("access.log.2001-01-01.7"), "ours, of long ago");
        for (int i = 0; i < 12; i++) {
            write(file, i + "\n");
        }

        assertThat(names())
                .containsExactly(
                        "access.log",
                        "access.log.2001-01-01.old",
                        "access.log.2001-99-01.1",
                        "access.log." + today() + ".10",
                        "access.log." + today() + ".11");
    }

    @ParameterizedTest
    @ValueSource(strings = {"folder", "full folder", "link"})
    void leavesWhatIsNoFileAndDeletesTheOthers(String obstacle) throws IOException {
        RotatingFile file = newFile(1, 2);
        Path odd = path.resolveSibling("access.log.2020-01-02.7");
        if (obstacle.equals("link")) {
            Ability.LINKS.assume();
            Files.createSymbolicLink(odd, Files.writeString(folder.resolve("target"), "theirs"));
        } else {
            Files.createDirectory(odd);
        }
        if (obstacle.equals("full folder")) {
            Files.writeString(odd.resolve("file"), "theirs");
        }
        try (RecordedLog log = RecordedLog.from(Level.WARNING)) {
            for (int i = 0; i < 6; i++) {
                write(file, i + "\n");
            }

            assertThat(names())
                    .containsExactly(
                            "access.log",
                            "access.log.2020-01-02.7",
                            "access.log." + today() + ".4",
                            "access.log." + today() + ".5");
            assertThat(log.records(record -> record.getMessage().contains("access log")))
                    .isEmpty();
        }
    }

    @Test
    @Needs(Ability.LINUX)
    void goesOnAfterAFileThatCannotBeDeletedAndNamesItOnce() throws Exception {
        RotatingFile file = newFile(1, 2);
        Path held = Files.writeString(path.resolveSibling("access.log.2020-01-02.7"), "held");
        assumeTrue(immutable(held, true));
        try (RecordedLog log = RecordedLog.from(Level.WARNING)) {
            for (int i = 0; i < 6; i++) {
                write(file, i + "\n");
            }

            assertThat(names())
                    .containsExactly(
                            "access.log",
                            "access.log.2020-01-02.7",
                            "access.log." + today() + ".4",
                            "access.log." + today() + ".5");
            assertThat(log.records(record -> record.getMessage().contains("access log")))
                    .singleElement()
                    .extracting(LogRecord::getMessage)
                    .asString()
                    .startsWith("Cannot delete an old access log file: ")
                    .contains(held.toString());
        } finally {
            immutable(held, false);
        }
    }

    @Test
    @Needs(Ability.LINUX)
    void losesExactlyTheLinesThatAreCountedAtALimitOfTheFileSize() throws IOException {
        Path limited = folder.resolve("limited.log");
        String output = JavaCommand.java(
                        "-XX:-UsePerfData",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LimitedMain.class.getName(),
                        limited)
                .startedBy("prlimit", "--fsize=100000")
                .output();

        assertThat(limited).hasSize(100_000);
        long whole = Files.readAllLines(limited).stream()
                .filter(line -> line.endsWith(" 200 -"))
                .count();
        assertThat(output).contains("dropped " + (LimitedMain.LINES - whole));
    }

    private static boolean immutable(Path file, boolean on) throws InterruptedException {
        try {
            return new ProcessBuilder("chattr", on ? "+i" : "-i", file.toString())
                            .redirectErrorStream(true)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException missing) {
            return false;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/nowhere/..", ".", "..", "/dev/null/a.log"})
    void needsAPathThatCanBeAFile(String wrong) {
        assertThatIOException().isThrownBy(() -> new RotatingFile(Path.of(wrong), 0, 0, clock).open());
    }

    @Test
    void isMadeAnewWhenSomebodyElseRenamesIt() throws IOException {
        RotatingFile file = newFile(0, 0);
        write(file, "before\n");
        Files.move(path, path.resolveSibling("access.log.1"));
        file.rest();
        write(file, "after\n");

        assertThat(path).hasContent("after\n");
        assertThat(path.resolveSibling("access.log.1")).hasContent("before\n");
    }

    @Test
    @Needs(Ability.REPLACED_OPEN_FILES)
    void isMadeAnewWhenSomebodyElseReplacesIt() throws IOException {
        RotatingFile file = newFile(0, 0);
        write(file, "before\n");
        Path other = Files.writeString(path.resolveSibling("other"), "other\n");
        Files.move(other, path, StandardCopyOption.REPLACE_EXISTING);
        file.rest();
        write(file, "after\n");

        assertThat(path).hasContent("other\nafter\n");
    }

    @Test
    void goesOnInTheSameFileWhereItCannotBeRenamed() throws IOException {
        path = path.resolveSibling("a".repeat(250)); // too long for a name with a date appended
        try (RecordedLog log = RecordedLog.from(Level.WARNING)) {
            RotatingFile file = newFile(10, 0);
            for (String line : List.of("12345678\n", "second..\n", "3\n")) {
                write(file, line);
            }
            now = now.plus(Duration.ofDays(1));
            write(file, "tomorrow\n");
            write(file, "and on\n");

            assertThat(path).hasContent("12345678\nsecond..\n3\ntomorrow\nand on\n");
            assertThat(log.records(record -> record.getMessage().contains("Cannot rotate")))
                    .hasSize(1);
        }
    }

    @Test
    @Needs(Ability.LINKS)
    void isNotRenamedWhereItIsALink() throws IOException {
        Files.createDirectories(path.getParent());
        Path target = path.resolveSibling("target");
        Files.createSymbolicLink(path, target);
        RotatingFile file = newFile(10, 0);
        for (String line : List.of("12345678\n", "second..\n", "3\n")) {
            write(file, line);
        }

        assertThat(names()).containsExactly("access.log", "target");
        assertThat(target).hasContent("12345678\nsecond..\n3\n");
    }

    /** JDK-8294193: before 17.0.14, the JDK does not take such a link for a folder. */
    @Test
    @Needs(Ability.LINKS)
    void mayBeInAFolderThatIsALink() throws IOException {
        Path target = Files.createDirectory(folder.resolve("target"));
        Files.createSymbolicLink(path.getParent(), target);
        RotatingFile file = newFile(10, 0);
        write(file, "12345678\n");
        write(file, "second..\n");

        assertThat(target.resolve("access.log")).hasContent("second..\n");
        assertThat(sibling(1)).hasContent("12345678\n");
    }

    @Test
    void beginsALineBehindOneThatWasTorn() throws IOException {
        Files.createDirectories(path.getParent());
        Files.writeString(path, "whole\nhal");
        RotatingFile file = newFile(0, 0);
        write(file, "next\n");
        write(file, "last\n");

        assertThat(path).hasContent("whole\nhal\nnext\nlast\n");
    }

    private RotatingFile newFile(long maxSize, int maxRenamed) throws IOException {
        RotatingFile file = new RotatingFile(path, maxSize, maxRenamed, clock);
        opened.add(file);
        file.open();
        return file;
    }

    private static void write(RotatingFile file, String line) throws IOException {
        byte[] bytes = line.getBytes(StandardCharsets.US_ASCII);
        file.write(bytes, bytes.length);
    }

    private String today() {
        return now.toString().substring(0, 10);
    }

    private Path sibling(int number) {
        return path.resolveSibling("access.log." + today() + "." + number);
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(path.getParent())) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
