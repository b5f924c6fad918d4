package dev.ringer.internal.transport;

import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * The events of one selection that have not been told yet: put by until the selector is done, and told one by one, so that
 * another thread can go on where the loop's own was held up. Owned by the driver of the loop.
 */
final class ReadyList implements Consumer<SelectionKey> {
    private EventLoop.Selected[] selected = new EventLoop.Selected[64];
    private int[] readyOps = new int[64];
    private int size;
    private int next;

    @Override
    public void accept(SelectionKey key) {
        if (size == selected.length) {
            readyOps = Arrays.copyOf(readyOps, 2 * size);
            selected = Arrays.copyOf(selected, 2 * size); // last: its length is what is asked for
        }
        try {
            readyOps[size] = key.readyOps();
            selected[size++] = (EventLoop.Selected) key.attachment();
        } catch (CancelledKeyException ignored) { // another thread has just closed the connection
        }
    }

    boolean hasNext() {
        return next < size;
    }

    void tellNext() {
        EventLoop.Selected one = selected[next];
        int ops = readyOps[next];
        selected[next++] = null;
        if (next == size) {
            next = 0;
            size = 0;
        }
        one.onSelected(ops);
    }
}
