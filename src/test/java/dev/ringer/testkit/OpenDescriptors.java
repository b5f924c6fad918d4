package dev.ringer.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Counts the descriptors of this process. Linux only. */
public final class OpenDescriptors {
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

    private OpenDescriptors() {}

    /** {@return how many descriptors of this process are open for the given file} */
    public static long of(Path open) {
        return count(open::equals);
    }

    /** {@return how many descriptors of this process are open for files in a directory, even for deleted ones} */
    public static long within(Path directory) {
        return count(file -> file.startsWith(directory));
    }

    private static long count(Predicate<Path> files) {
        try (Stream<Path> all = Files.list(DESCRIPTORS)) {
            return all.filter(descriptor -> leadsTo(descriptor, files)).count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean leadsTo(Path descriptor, Predicate<Path> files) {
        try {
            return files.test(Files.readSymbolicLink(descriptor));
        } catch (NoSuchFileException closed) {
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
