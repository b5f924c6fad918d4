package dev.ringer.internal.http2;

import java.util.ArrayDeque;

/**
 * Collects the streams whose content arrived in the present turn of a connection, and notifies their readers at the end
 * of the turn. The reason: each notification of a waiting thread costs a thread switch, and an upload has 64 frames per
 * mebibyte. Owned by the loop thread.
 */
final class ArrivedContent {
    private ArrayDeque<StreamTransport> tunnels; // null before the first
    private ArrayDeque<RequestContent> awaited; // null before the first

    /** Notes that content of a stream, or its end, has arrived. */
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

    /** Whether a thread that will be notified at the end of the turn waits for content that is not complete yet. */
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

    /** Notifies the readers of the noted streams. */
    void tell() {
        while (tunnels != null && !tunnels.isEmpty()) {
            tunnels.poll().onInput();
        }
        while (awaited != null && !awaited.isEmpty()) {
            awaited.poll().wakeReader();
        }
    }
}
