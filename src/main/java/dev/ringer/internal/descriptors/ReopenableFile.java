package dev.ringer.internal.descriptors;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.function.Predicate;

/**
 * A file that is open for reading, but needs no descriptor while nobody reads it: {@link OpenFiles} may take the
 * descriptor back, for example because the file's client does not read. The next read opens the file again. If the file
 * was replaced or changed meanwhile, that read fails, so that no response mixes two versions of a file.
 *
 * <p>Only methods with an explicit position, and {@link #size}, are supported. They are thread-safe.
 */
public final class ReopenableFile extends FileChannel {
    private final WeakReference<ReopenableFile> reference = new WeakReference<>(this);
    private final Path path;
    private final Predicate<BasicFileAttributes> unchanged;
    private final OpenOption[] options;
    private final long openedAt = System.currentTimeMillis();

    private volatile long lastUse; // as a value of nanoTime

    // the monitor of this object guards these fields
    private FileChannel file; // null if the descriptor was given back
    private int users = 1; // number of threads that are reading; the first is the one that opens the file
    private OpenFiles group; // the set with a limit of its own to which the file belongs; null for none

    private ReopenableFile(Path path, Predicate<BasicFileAttributes> unchanged, OpenOption... options) {
        this.path = path;
        this.unchanged = unchanged;
        this.options = options;
    }

    /**
     * Opens a file. If no descriptor is left, takes one from an idle file.
     *
     * @param unchanged says whether the file with these attributes is the one that the caller means, in the same state
     */
    public static ReopenableFile open(Path path, Predicate<BasicFileAttributes> unchanged, OpenOption... options)
            throws IOException {
        ReopenableFile opened = new ReopenableFile(path, unchanged, options);
        opened.keep(OpenFiles.open(() -> FileChannel.open(path, options)));
        opened.endUse();
        return opened;
    }

    /** Lets the file count against the limit of a set, in addition to that of the process. */
    public void joinGroup(OpenFiles newGroup) {
        synchronized (this) {
            if (group == newGroup) {
                return;
            }
            group = newGroup;
            if (file != null) {
                newGroup.add(this);
            }
        }
        newGroup.trim(this);
    }

    /** Returns the same reference each time, because a set compares references. */
    WeakReference<ReopenableFile> reference() {
        return reference;
    }

    /** Returns the time of the last read, as a value of {@link System#nanoTime()}. */
    long lastUse() {
        return lastUse;
    }

    /** Gives the descriptor back. Returns false, and does nothing, if the file is being read or has none. */
    boolean giveBack() {
        FileChannel idle;
        synchronized (this) {
            if (users > 0 || file == null) {
                return false;
            }
            idle = takeFile();
        }
        try {
            idle.close();
        } catch (IOException ignored) { // the file was only read, so nothing is lost
        }
        return true;
    }

    private FileChannel beginUse() throws IOException {
        synchronized (this) {
            if (!isOpen()) {
                throw new ClosedChannelException();
            }
            users++;
            if (file != null) {
                return file;
            }
        }
        try {
            return keep(reopened());
        } catch (Throwable failure) {
            endUse();
            throw failure;
        }
    }

    private void endUse() {
        lastUse = System.nanoTime();
        synchronized (this) {
            users--;
        }
    }

    private FileChannel reopened() throws IOException {
        FileChannel again = OpenFiles.open(() -> FileChannel.open(path, options));
        try {
            if (!unchanged.test(Files.readAttributes(path, BasicFileAttributes.class)) || changedSinceOpened()) {
                throw new IOException(path + " was replaced or changed while it was being sent");
            }
            return again;
        } catch (Throwable failure) {
            again.close();
            throw failure;
        }
    }

    /**
     * Whether the file's data, name or attributes have changed since it was first opened. A new file may get the
     * identity, size and time of a deleted one, but then it has a later time of change, which no program can set.
     */
    private boolean changedSinceOpened() throws IOException {
        try {
            return ((FileTime) Files.getAttribute(path, "unix:ctime")).toMillis() > openedAt;
        } catch (UnsupportedOperationException | IllegalArgumentException notUnix) {
            return false;
        }
    }

    /** Stores an opened file, and returns the one to read: another thread may have opened the file, or closed it. */
    private FileChannel keep(FileChannel opened) throws IOException {
        FileChannel kept;
        OpenFiles alsoIn;
        synchronized (this) {
            if (isOpen() && file == null) {
                file = opened;
                OpenFiles.OF_PROCESS.add(this);
                if (group != null) {
                    group.add(this);
                }
            }
            kept = file;
            alsoIn = group;
        }
        if (kept != opened) {
            opened.close();
        }
        if (kept == null) {
            throw new ClosedChannelException();
        }
        OpenFiles.OF_PROCESS.trim(this);
        if (alsoIn != null) {
            alsoIn.trim(this);
        }
        return kept;
    }

    /** Removes the descriptor, which the caller must close. Returns null if there is none. Guarded by the monitor. */
    private FileChannel takeFile() {
        FileChannel taken = file;
        file = null;
        OpenFiles.OF_PROCESS.remove(this);
        if (group != null) {
            group.remove(this);
        }
        return taken;
    }

    @Override
    protected void implCloseChannel() throws IOException {
        FileChannel last;
        synchronized (this) {
            last = takeFile();
        }
        if (last != null) {
            last.close();
        }
    }

    @Override
    public int read(ByteBuffer to, long position) throws IOException {
        FileChannel from = beginUse();
        try {
            return from.read(to, position);
        } finally {
            endUse();
        }
    }

    @Override
    public long transferTo(long position, long count, WritableByteChannel to) throws IOException {
        FileChannel from = beginUse();
        try {
            return from.transferTo(position, count, to);
        } finally {
            endUse();
        }
    }

    @Override
    public long size() throws IOException {
        FileChannel from = beginUse();
        try {
            return from.size();
        } finally {
            endUse();
        }
    }

    // ---- what no response needs

    private static UnsupportedOperationException onlyWithPosition() {
        return new UnsupportedOperationException("this file supports only reads at explicit positions");
    }

    @Override
    public int read(ByteBuffer to) {
        throw onlyWithPosition();
    }

    @Override
    public long read(ByteBuffer[] to, int offset, int length) {
        throw onlyWithPosition();
    }

    @Override
    public int write(ByteBuffer from) {
        throw onlyWithPosition();
    }

    @Override
    public long write(ByteBuffer[] from, int offset, int length) {
        throw onlyWithPosition();
    }

    @Override
    public int write(ByteBuffer from, long position) {
        throw onlyWithPosition();
    }

    @Override
    public long position() {
        throw onlyWithPosition();
    }

    @Override
    public FileChannel position(long position) {
        throw onlyWithPosition();
    }

    @Override
    public FileChannel truncate(long size) {
        throw onlyWithPosition();
    }

    @Override
    public void force(boolean metaData) {
        throw onlyWithPosition();
    }

    @Override
    public long transferFrom(ReadableByteChannel from, long position, long count) {
        throw onlyWithPosition();
    }

    @Override
    public MappedByteBuffer map(MapMode mode, long position, long size) {
        throw onlyWithPosition();
    }

    @Override
    public FileLock lock(long position, long size, boolean shared) {
        throw onlyWithPosition();
    }

    @Override
    public FileLock tryLock(long position, long size, boolean shared) {
        throw onlyWithPosition();
    }
}
