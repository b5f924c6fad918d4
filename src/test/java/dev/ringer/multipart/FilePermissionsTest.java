package dev.ringer.multipart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ringer.internal.uploads.OwnerOnly;
import dev.ringer.testkit.Ability;
import dev.ringer.testkit.LoadedClasses;
import dev.ringer.testkit.Needs;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that other users of the machine can read no upload, before or after it is moved from memory or from a file. */
class FilePermissionsTest {
    @TempDir
    private Path directory;

    private Form read(int threshold) throws IOException {
        byte[] body =
                new MultipartWriter("B").part("f", "f", Bodies.latin("secret")).end();
        FormOptions options = FormOptions.builder()
                .directory(directory)
                .fileThresholdBytes(threshold)
                .build();
        return Form.read(new ByteArrayInputStream(body), Bodies.TYPE, options);
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @Test
    @Needs(Ability.POSIX_PERMISSIONS)
    void keepsFilesFromOthersWhereverTheyComeFrom() throws IOException {
        for (int threshold : new int[] {0, 100}) {
            Path kept = directory.resolve("kept-" + threshold);
            try (Form form = read(threshold)) {
                assertThat(form.file("f").inMemory()).isEqualTo(threshold > 0);
                form.file("f").moveTo(kept);
            }

            assertThat(kept).hasContent("secret");
            assertThat(permissions(kept)).isEqualTo("rw-------");
        }
    }

    @Test
    @Needs(Ability.POSIX_PERMISSIONS)
    void makesDirectoriesThatNobodyElseMayEnter() throws IOException {
        Path first = OwnerOnly.directory(directory, "forms-");
        Path second = OwnerOnly.directory(directory, "forms-");

        assertThat(first).isNotEqualTo(second).hasParent(directory);
        assertThat(first.getFileName().toString()).startsWith("forms-");
        assertThat(permissions(first)).isEqualTo("rwx------");
    }

    /** Without a file descriptor, the first {@code SecureRandom} of a JVM takes seconds, and stays slow. */
    @Test
    void needsNoSecureRandomForTheirNames() {
        String output = LoadedClasses.of(StoredFileMain.class.getName(), directory.toString());

        assertThat(output).contains("stored true").doesNotContain("java.security.SecureRandom ");
    }

    @Test
    @Needs(Ability.POSIX_PERMISSIONS)
    void replacesFilesThatOthersCouldRead() throws IOException {
        Path old = Files.createFile(directory.resolve("old"));
        Files.setPosixFilePermissions(old, PosixFilePermissions.fromString("rw-r--r--"));

        for (int threshold : new int[] {0, 100}) {
            try (Form form = read(threshold)) {
                assertThatThrownBy(() -> form.file("f").moveTo(old)).isInstanceOf(FileAlreadyExistsException.class);
                form.file("f").moveTo(old, StandardCopyOption.REPLACE_EXISTING);
            }

            assertThat(old).hasContent("secret");
            assertThat(permissions(old)).isEqualTo("rw-------");
        }
    }

    @Test
    void refusesToMoveContentInMemoryByAnyOtherOption() throws IOException {
        try (Form form = read(100)) {
            Path target = directory.resolve("target");

            assertThatThrownBy(() -> form.file("f").moveTo(target, StandardCopyOption.ATOMIC_MOVE))
                    .isInstanceOf(UnsupportedOperationException.class);
            assertThat(target).doesNotExist();

            Files.writeString(target, "old");
            assertThatThrownBy(() -> form.file("f")
                            .moveTo(target, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE))
                    .isInstanceOf(UnsupportedOperationException.class);
            assertThat(target).hasContent("old");
        }
    }

    @Test
    @Needs(Ability.POSIX_PERMISSIONS)
    void movesToOtherKindsOfFileSystems() throws IOException {
        URI archive = URI.create("jar:" + directory.resolve("archive.zip").toUri());

        try (FileSystem zip = FileSystems.newFileSystem(
                        archive, Map.of("create", "true", "enablePosixFileAttributes", "true"));
                Form form = read(0)) {
            form.file("f").moveTo(zip.getPath("/kept"));

            assertThat(Files.readString(zip.getPath("/kept"))).isEqualTo("secret");
            assertThat(permissions(zip.getPath("/kept"))).isEqualTo("rw-------");
        }
    }
}
