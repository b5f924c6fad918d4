package dev.ringer.internal.websocket;

import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Lends coders (compressors or decompressors), which take much memory, and keeps a few of them. Thread-safe. */
final class CoderPool<C> {
    private static final int MAX_SPARE = 16;

    private final Supplier<C> maker;
    private final Consumer<C> reset;
    private final Consumer<C> end;
    private final ConcurrentLinkedDeque<C> spare = new ConcurrentLinkedDeque<>();
    private final AtomicInteger spares = new AtomicInteger();

    CoderPool(Supplier<C> maker, Consumer<C> reset, Consumer<C> end) {
        this.maker = maker;
        this.reset = reset;
        this.end = end;
    }

    /** {@return a coder in its initial state, which the caller must later {@link #release}} */
    C take() {
        C coder = spare.pollFirst();
        if (coder == null) {
            return maker.get();
        }
        spares.decrementAndGet();
        return coder;
    }

    /** Takes a coder back. The coder need not be in its initial state. */
    void release(C coder) {
        if (spares.incrementAndGet() <= MAX_SPARE) {
            reset.accept(coder);
            spare.addFirst(coder);
        } else {
            spares.decrementAndGet();
            end.accept(coder);
        }
    }
}
