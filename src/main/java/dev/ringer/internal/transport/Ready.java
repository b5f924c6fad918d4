package dev.ringer.internal.transport;

import java.nio.channels.SelectionKey;
import java.util.ArrayDeque;
import java.util.function.Consumer;

/** Collects the keys that a selection finds ready. */
final class Ready extends ArrayDeque<SelectionKey> implements Consumer<SelectionKey> {
    private static final long serialVersionUID = 1;

    @Override
    public void accept(SelectionKey key) {
        add(key);
    }
}
