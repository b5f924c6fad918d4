package dev.ringer.internal.transport;

import java.nio.channels.SelectionKey;
import java.util.ArrayDeque;
import java.util.function.Consumer;

/** Collects what a selection finds. */
final class Ready extends ArrayDeque<SelectionKey> implements Consumer<SelectionKey> {
    private static final long serialVersionUID = 1;

    @Override
    public void accept(SelectionKey key) {
        add(key);
    }
}
