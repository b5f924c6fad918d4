package dev.ringer.internal.http2;

import java.util.ArrayDeque;

/**
 * Collects the streams of a connection that have received content since the loop began to read. After the loop has
 * handled its input, this class notifies all readers together. One notification for each frame would be too expensive:
 * waking a thread costs a thread switch, and an upload has 64 frames per mebibyte. Owned by the loop thread.
 */
final class ArrivedContent {
    private ArrayDeque<StreamTransport> tunnels; // tunnels that have received content; null until there is one
    private ArrayDeque<RequestContent> awaited; // contents whose readers must be woken; null until there is one

    /** Records that a stream has received content, or the end of its content, so that its reader will be notified. */
    void note(Http2Stream stream) {
        StreamTransport tunnel = stream.tunnel();
        if (tunnel != null) {
            tunnels = tunnels != null ? tunnels : new ArrayDeque<>();
            add(tunnels, tunnel);
        } else if (stream.input() != null && stream.input().isAwaited()) {
            awaited = awaited != null ? awaited : new ArrayDeque<>();
            add(awaited, stream.input());
        }
    }

    private static <T> void add(ArrayDeque<T> all, T one) {
        if (all.peekLast() != one) {
            all.add(one);
        }
    }

    /** Whether a waiting handler will get a part of its content, and more is still to come. */
    boolean readerWaits() {
        if (awaited != null) {
            for (RequestContent content : awaited) {
                if (!content.isComplete()) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Notifies the readers of all streams that {@link #note} has recorded. */
    void notifyReaders() {
        while (tunnels != null && !tunnels.isEmpty()) {
            tunnels.poll().onInput();
        }
        while (awaited != null && !awaited.isEmpty()) {
            awaited.poll().wakeReader();
        }
    }
}
