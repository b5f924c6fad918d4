package dev.ringer.internal.http2;

import java.util.ArrayDeque;

/**
 * The streams whose content has come in the present turn of a connection. Those who read it are told at the end of the turn,
 * once: for a thread that waits each message is a change of threads, and an upload is 64 frames a mebibyte. Owned by the loop.
 */
final class ArrivedContent {
    private ArrayDeque<StreamTransport> tunnels; // null before the first
    private ArrayDeque<RequestContent> awaited; // null before the first

    /** Content of a stream has come, or its end. */
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

    /** Whether a thread is to be told of content that is not complete. */
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

    /** Tells them. */
    void tell() {
        while (tunnels != null && !tunnels.isEmpty()) {
            tunnels.poll().onInput();
        }
        while (awaited != null && !awaited.isEmpty()) {
            awaited.poll().wakeReader();
        }
    }
}
