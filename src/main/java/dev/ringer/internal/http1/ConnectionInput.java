package dev.ringer.internal.http1;

import dev.ringer.internal.bytes.BufferPool;
import dev.ringer.internal.protocol.Transport;
import java.io.IOException;
import java.util.Arrays;

/**
 * Received bytes of one connection that nobody has used yet. They lie in the loop's buffer as long as the loop alone works
 * through them, in a pooled buffer of the connection's own once they must outlast that, and nowhere when there are none.
 * Belongs to whoever owns the connection.
 */
final class ConnectionInput {
    /** The size of a connection's own buffer, unless a large head makes it grow. */
    static final int POOLED_SIZE = 8 * 1024;

    private final Transport transport;
    private final BufferPool<byte[]> pool;

    private byte[] bytes;
    private boolean borrowed;
    private int position;
    private int end;

    ConnectionInput(Transport transport, BufferPool<byte[]> pool) {
        this.transport = transport;
        this.pool = pool;
    }

    byte[] bytes() {
        return bytes;
    }

    int position() {
        return position;
    }

    int end() {
        return end;
    }

    int size() {
        return end - position;
    }

    /** How much memory of its own the connection holds. */
    int capacity() {
        return bytes == null || borrowed ? 0 : bytes.length;
    }

    void position(int newPosition) {
        position = newPosition;
        if (position == end) {
            release();
        }
    }

    /**
     * Reads more, behind what is there: no more at once than a pooled buffer holds, since what is left may have to move into
     * one.
     *
     * @param loopBuffer where to read to if there is nothing yet; null for a buffer of the connection's own
     * @return as {@link Transport#read}
     */
    int fill(byte[] loopBuffer) throws IOException {
        if (bytes == null) {
            borrowed = loopBuffer != null;
            bytes = borrowed ? loopBuffer : pool.rent();
            position = 0;
            end = 0;
        } else {
            makeRoom();
        }
        int count = 0;
        try {
            count = transport.read(bytes, end, Math.min(bytes.length - end, POOLED_SIZE));
        } finally {
            if (count > 0) {
                end += count;
            } else if (position == end) {
                release();
            }
        }
        return count;
    }

    private void makeRoom() {
        own();
        if (end < bytes.length) {
            return;
        }
        if (position > 0) {
            System.arraycopy(bytes, position, bytes, 0, size());
        } else {
            byte[] larger = Arrays.copyOf(bytes, 2 * bytes.length);
            recycle();
            bytes = larger;
        }
        end -= position;
        position = 0;
    }

    /** Moves what is there out of the loop's buffer. */
    void own() {
        if (bytes == null || !borrowed) {
            return;
        }
        int size = size();
        byte[] own = pool.rent(); // large enough for all that one read takes
        System.arraycopy(bytes, position, own, 0, size);
        bytes = own;
        borrowed = false;
        position = 0;
        end = size;
    }

    /** Forgets what is there. */
    void release() {
        recycle();
        bytes = null;
        borrowed = false;
        position = 0;
        end = 0;
    }

    private void recycle() {
        if (!borrowed && bytes != null && bytes.length == POOLED_SIZE) {
            pool.giveBack(bytes);
        }
    }
}
