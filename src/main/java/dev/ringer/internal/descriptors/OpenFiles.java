package dev.ringer.internal.descriptors;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.channels.SocketChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * A set of open files that can give their descriptors back ({@code ReopenableFile}), with a limit on their number. When
 * the set exceeds its limit, the files that were idle for longest give their descriptors back. A file that a thread is
 * reading keeps its descriptor, so the set may exceed its limit by the number of reading threads.
 *
 * <p>One set contains the files of the whole process, and each HTTP/2 connection has a set for its own files. A file
 * that nobody closes can still be garbage collected, because the sets hold weak references. Thread-safe.
 */
public final class OpenFiles {
    private static final int PARTS = 4;
    private static final int SPARE_PARTS = 16;
    private static final int USUAL_LIMIT = 10_240; // the JDK's own limit on macOS

    /** The number of idle files that give their descriptors back when an attempt to open a descriptor has failed. */
    private static final int FREED_AT_ONCE = 16;

    /**
     * After so many failures although there are descriptors, something else is wrong. One failure says little: a
     * descriptor that is free now may not have been when the attempt failed.
     */
    private static final int UNEXPLAINED = 5;

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /**
     * The files of the process. Together they use at most a quarter of the process's descriptors while nobody reads
     * them, so that slow clients leave the other descriptors to the application.
     */
    static final OpenFiles OF_PROCESS = new OpenFiles(limitOfProcess() / PARTS);

    private final int max;
    private final Set<WeakReference<ReopenableFile>> files = new LinkedHashSet<>();

    /** Creates an empty set. At most {@code max} idle files of the set keep their descriptors. */
    public OpenFiles(int max) {
        this.max = max;
    }

    /** An action that needs a descriptor. */
    @FunctionalInterface
    public interface Opening<T> {
        T open() throws IOException;
    }

    /**
     * Opens something that needs a descriptor. If this fails, perhaps because no descriptor is left, takes some
     * descriptors back from idle files, and tries again. If all of them are being read, waits for up to two seconds until
     * one is idle, because most reads are short. An event loop must not call this.
     */
    public static <T> T open(Opening<T> opening) throws IOException {
        return open(opening, OpenFiles::noDescriptorIsLeft);
    }

    static <T> T open(Opening<T> opening, BooleanSupplier noneLeft) throws IOException {
        try {
            return opening.open();
        } catch (IOException failure) {
            // A lack of descriptors has no exception class of its own, and its text depends on the locale.
            if (failure instanceof FileSystemException && failure.getClass() != FileSystemException.class) {
                throw failure;
            }
            return openAgain(opening, noneLeft, failure);
        }
    }

    private static <T> T openAgain(Opening<T> opening, BooleanSupplier noneLeft, IOException first) throws IOException {
        IOException failure = first;
        long begin = System.nanoTime();
        for (int unexplained = 0; unexplained < UNEXPLAINED && System.nanoTime() - begin < PATIENCE_NANOS; ) {
            if (!noneLeft.getAsBoolean()) {
                unexplained++;
            } else if (!freeSome()) {
                if (!OF_PROCESS.anyOpen()) {
                    break;
                }
                LockSupport.parkNanos(POLL_NANOS);
            }
            try {
                return opening.open();
            } catch (IOException again) {
                failure = again;
            }
        }
        throw failure;
    }

    private static boolean noDescriptorIsLeft() {
        try {
            SocketChannel.open().close();
            return false;
        } catch (IOException none) {
            return true;
        }
    }

    /** Takes some descriptors back from the files that were idle for longest. Returns false if all are in use. */
    public static boolean freeSome() {
        return OF_PROCESS.giveBack(FREED_AT_ONCE, null) > 0;
    }

    private boolean anyOpen() {
        synchronized (files) {
            return !files.isEmpty();
        }
    }

    /** Adds a file that has just been opened. The caller must then call {@link #trim}. */
    void add(ReopenableFile file) {
        synchronized (files) {
            files.add(file.reference());
        }
    }

    /**
     * Takes descriptors back if there are too many. The file that has just been opened keeps its descriptor. A large set
     * takes a sixteenth more, because finding the idle files takes as long as the set is large.
     */
    void trim(ReopenableFile opened) {
        int excess;
        synchronized (files) {
            excess = files.size() - max;
        }
        if (excess > 0) {
            giveBack(excess + max / SPARE_PARTS, opened);
        }
    }

    void remove(ReopenableFile file) {
        synchronized (files) {
            files.remove(file.reference());
        }
    }

    /** A file, and the time of its last use when it was read. A list cannot be sorted by times that change meanwhile. */
    private record Candidate(ReopenableFile file, long lastUse) {}

    private int giveBack(int count, ReopenableFile exception) {
        List<Candidate> candidates = new ArrayList<>();
        synchronized (files) {
            files.removeIf(reference -> reference.refersTo(null));
            for (WeakReference<ReopenableFile> reference : files) {
                ReopenableFile file = reference.get();
                if (file != null && file != exception) {
                    candidates.add(new Candidate(file, file.lastUse()));
                }
            }
        }
        long now = System.nanoTime();
        candidates.sort(Comparator.comparingLong(candidate -> candidate.lastUse - now));
        int given = 0;
        for (int i = 0; i < candidates.size() && given < count; i++) {
            given += candidates.get(i).file.giveBack() ? 1 : 0;
        }
        return given;
    }

    private static int limitOfProcess() {
        try {
            for (String line : Files.readAllLines(Path.of("/proc/self/limits"))) {
                if (line.startsWith("Max open files")) {
                    return Integer.parseInt(
                            line.substring("Max open files".length()).strip().split(" ", 2)[0]);
                }
            }
        } catch (IOException | NumberFormatException notLinuxOrUnlimited) {
            // the usual limit is a safe guess
        }
        return USUAL_LIMIT;
    }
}
