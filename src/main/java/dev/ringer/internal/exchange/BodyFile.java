package dev.ringer.internal.exchange;

import dev.ringer.internal.body.ContentPump;
import dev.ringer.internal.descriptors.OpenFiles;
import dev.ringer.internal.protocol.FileThreads;
import dev.ringer.internal.uploads.PrivateDirectory;
import dev.ringer.internal.uploads.SharedBytes;
import dev.ringer.internal.uploads.StoredFile;
import java.io.BufferedInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * A request body that arrives in a temporary file before its handler is called, see {@link BodyFiles}. The file is
 * written, then perhaps read, and deleted when the exchange ends.
 */
final class BodyFile extends ExchangeListener implements ContentPump.Receiver<BodyFile> {
    private static final int READ_BUFFER = 16 * 1024;

    private final FileThreads threads;
    private final long announced; // the length of the body in bytes; −1 if it is unknown
    private final PrivateDirectory directory = new PrivateDirectory(null, SharedBytes.MOST_ON_DISK);

    // used by the thread that receives the body, and then by the one that reads it
    private StoredFile stored; // null before the body begins to arrive
    private long size;

    // guarded by the monitor of this object
    private boolean complete; // whether nothing more is written, so that the end of the exchange deletes the file
    private boolean ended; // whether the exchange has ended
    private InputStream in; // null until the handler reads, and after the end of the exchange

    /** Makes an object for a body whose length in bytes is −1 if it is unknown. {@code threads} may wait for the disk. */
    BodyFile(FileThreads threads, long announced) {
        super(null);
        this.threads = threads;
        this.announced = announced;
    }

    // ---- arrival

    @Override
    public boolean needsDisk() {
        return true;
    }

    @Override
    public int take(byte[] from, int offset, int length, boolean mayUseDisk) throws IOException {
        if (!mayUseDisk) {
            return 0;
        }
        boolean room;
        try {
            // refuse a body that is known to be too long before the client sends it
            if (stored == null && SharedBytes.DISK.hasRoom(announced, SharedBytes.MOST_ON_DISK)) {
                stored = directory.newFile();
            }
            room = stored != null && stored.tryWrite(from, offset, length);
        } catch (IOException failure) {
            throw new StorageFailure("The temporary file of a request body cannot be written", failure);
        }
        if (!room) {
            throw new StorageFailure(
                    "Request bodies and forms would take more than " + SharedBytes.MOST_ON_DISK + " bytes on the disk",
                    null);
        }
        return length;
    }

    @Override
    public BodyFile complete() throws IOException {
        try {
            size = stored == null ? 0 : stored.complete();
        } catch (IOException failure) {
            throw new StorageFailure("The temporary file of a request body cannot be written", failure);
        }
        synchronized (this) {
            complete = true;
            if (!ended) {
                return this;
            }
        }
        throw new IOException("The exchange has ended, so its request body can no longer be read");
    }

    @Override
    public void drop() {
        directory.close();
    }

    // ---- reading

    /** Returns the length of the whole body in bytes. */
    long size() {
        return size;
    }

    /** Returns the content, from the beginning. The end of the exchange closes the stream. */
    synchronized InputStream open() throws IOException {
        if (ended) {
            throw new IOException("Stream is closed");
        }
        if (in == null) {
            in = new BufferedInputStream(
                    OpenFiles.open(() -> new FileInputStream(stored.path().toFile())), READ_BUFFER);
        }
        return in;
    }

    // ---- the end of the exchange

    @Override
    void onEnded(boolean whole) {
        end();
    }

    @Override
    void onHandlerReturned(boolean over, boolean disconnected) {
        if (over) {
            end(); // onEnded() was not called if the server itself ended the exchange, for example after an interrupt
        }
    }

    private void end() {
        synchronized (this) {
            boolean deletes = complete && !ended;
            ended = true;
            if (!deletes) {
                return;
            }
        }
        try {
            threads.execute(this::delete);
        } catch (OutOfMemoryError noThread) {
            delete();
        }
    }

    private void delete() {
        InputStream open;
        synchronized (this) {
            open = in;
            in = null;
        }
        if (open != null) {
            try {
                open.close(); // some operating systems cannot delete open files
            } catch (IOException ignored) { // nothing was written to it
            }
        }
        directory.close();
    }
}
