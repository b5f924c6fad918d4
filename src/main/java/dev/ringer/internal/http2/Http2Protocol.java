package dev.ringer.internal.http2;

import dev.ringer.internal.bytes.RecentCache;
import dev.ringer.internal.http.RequestTarget;
import dev.ringer.internal.protocol.Protocol;
import dev.ringer.internal.protocol.Transport;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;

/**
 * HTTP/2 on one event loop. It opens connections, and holds what they share. They can share it because the loop works
 * for one connection at a time. Owned by the loop thread.
 */
public final class Http2Protocol implements Protocol {
    private static final int LOOP_BUFFER = 64 * 1024;
    private static final int MAX_SPARE_READERS = 16;

    private final Http2Shared shared;
    private final RecentCache<RequestTarget> targets = RequestTarget.cache();
    private final ArrayDeque<RequestHeadReader> spareReaders = new ArrayDeque<>();
    private final byte[] buffer = new byte[LOOP_BUFFER];
    private final ByteBuffer view = ByteBuffer.wrap(buffer);

    /**
     * Makes the HTTP/2 of one loop.
     *
     * @param shared the parts that all loops of the server share
     */
    public Http2Protocol(Http2Shared shared) {
        this.shared = shared;
    }

    @Override
    public void open(Transport transport, ByteBuffer received) {
        new Http2Connection(this, transport).open(received);
    }

    Http2Shared shared() {
        return shared;
    }

    RecentCache<RequestTarget> targets() {
        return targets;
    }

    /** Returns the buffer into which the loop reads. Nothing stays in it after an event. */
    byte[] buffer() {
        return buffer;
    }

    /** Returns the first bytes of {@link #buffer}. */
    ByteBuffer view(int count) {
        return view.clear().limit(count);
    }

    RequestHeadReader takeHeadReader(boolean extendedConnect) {
        RequestHeadReader spare = spareReaders.poll();
        return spare != null
                ? spare.extendedConnect(extendedConnect)
                : new RequestHeadReader(shared.limits.maxFields, shared.authorityRule, extendedConnect);
    }

    void release(RequestHeadReader reader) {
        if (spareReaders.size() < MAX_SPARE_READERS) {
            spareReaders.push(reader);
        }
    }
}
