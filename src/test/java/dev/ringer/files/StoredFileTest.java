package dev.ringer.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests how a file is told apart from one that has replaced it, with attributes as Linux, Windows and archives have them. */
class StoredFileTest {
    private static final Path PATH = Path.of("a.txt");

    @ParameterizedTest
    @CsvSource({
        // inode, creation, size, time of the change: whether it is unchanged, and whether it is at least the same file
        "7,    1, 5, 3, true,  true",
        "7,    1, 6, 4, false, true",
        "8,    1, 5, 3, false, false",
        "null, 1, 5, 3, true,  true", // Windows
        "null, 1, 6, 4, false, true", // a log that grows
        "null, 2, 5, 3, false, false", // replaced by a file of the same size and time
        "null, 2, 6, 4, false, false",
        "null, 0, 5, 3, true,  false", // an entry of an archive without a time of creation
        "null, 0, 6, 4, false, false",
    })
    void isToldApartByWhatTheFileSystemKnows(
            String inode, int created, int size, int changed, boolean unchanged, boolean same) throws IOException {
        String key = inode.equals("null") ? null : inode;
        StoredFile before = StoredFile.of(
                "a.txt",
                PATH,
                PATH,
                new Attributes(key == null ? null : "7", time(created == 0 ? 0 : 1), 5, time(3)),
                new StoredFile.Labels("text/plain", null, null, List.of()));
        Attributes now = new Attributes(key, time(created), size, time(changed));

        assertThat(before.is(now)).isEqualTo(unchanged);
        assertThat(before.isSameFile(now)).isEqualTo(same);
    }

    /** Returns some time, or null for 0. */
    private static FileTime time(int hours) {
        return hours == 0
                ? null
                : FileTime.from(Instant.parse("2026-01-01T00:00:00Z").plusSeconds(hours * 3600L));
    }

    private record Attributes(Object fileKey, FileTime creationTime, long size, FileTime lastModifiedTime)
            implements BasicFileAttributes {
        @Override
        public FileTime lastAccessTime() {
            return lastModifiedTime;
        }

        @Override
        public boolean isRegularFile() {
            return true;
        }

        @Override
        public boolean isDirectory() {
            return false;
        }

        @Override
        public boolean isSymbolicLink() {
            return false;
        }

        @Override
        public boolean isOther() {
            return false;
        }
    }
}
