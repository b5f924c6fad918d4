package dev.ringer.internal.body;

import dev.ringer.internal.observe.FailureLog;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;

/**
 * Passes the content of a request to a subscriber, where handlers run. Reads only as much as the subscriber has
 * requested, so demand is the backpressure on the client.
 *
 * <p>The field {@code pending} counts the reasons to look for work. The thread that makes it 1 starts a task, and the
 * task ends when it has made it 0, so signals never overlap.
 */
public final class ContentSubscription implements Flow.Subscription {
    private static final FailureLog FAILURES = new FailureLog("The subscriber of a request body threw an exception");
    private static final byte[] NOTHING = {};

    private final ContentSource source;
    private final int most; // bytes of a buffer for the subscriber
    private final UnaryOperator<Throwable> shown; // what the subscriber sees of a failure
    private final AtomicInteger pending = new AtomicInteger(1); // until the subscriber knows this object
    private final AtomicLong demand = new AtomicLong();

    private volatile boolean cancelled;
    private volatile boolean waiting; // whether the source will call onReady()
    private volatile IllegalArgumentException misuse; // the subscriber has requested what it must not

    // used by the task
    private Flow.Subscriber<? super ByteBuffer> subscriber; // null after the last signal

    private ContentSubscription(
            ContentSource source,
            Flow.Subscriber<? super ByteBuffer> subscriber,
            int most,
            UnaryOperator<Throwable> shown) {
        this.source = source;
        this.subscriber = subscriber;
        this.most = most;
        this.shown = shown;
    }

    /**
     * Makes a subscription, with buffers of at most {@code most} bytes, and tells the subscriber. Passes what is here
     * already on the calling thread, which is application code.
     *
     * @param shown makes of a failure the exception that the subscriber gets
     */
    public static void begin(
            ContentSource source,
            Flow.Subscriber<? super ByteBuffer> subscriber,
            int most,
            UnaryOperator<Throwable> shown) {
        ContentSubscription made = new ContentSubscription(source, subscriber, Math.min(most, ReadBuffers.SIZE), shown);
        subscriber.onSubscribe(made);
        made.run();
    }

    /** Refuses a subscriber, because the content has another reader. */
    public static void refuse(Flow.Subscriber<? super ByteBuffer> subscriber, IllegalStateException why) {
        subscriber.onSubscribe(new Flow.Subscription() {
            @Override
            public void request(long count) {}

            @Override
            public void cancel() {}
        });
        subscriber.onError(why);
    }

    @Override
    public void request(long count) {
        if (count <= 0) {
            misuse = new IllegalArgumentException(
                    "request(" + count + "): a subscriber must request at least 1 (Reactive Streams rule 3.9)");
        } else {
            demand.accumulateAndGet(count, (sum, more) -> sum + more < 0 ? Long.MAX_VALUE : sum + more);
        }
        goOn();
    }

    @Override
    public void cancel() {
        cancelled = true;
        goOn();
    }

    private void onReady() {
        waiting = false;
        goOn();
    }

    private void goOn() {
        if (pending.getAndIncrement() == 0) {
            source.call(this::run);
        }
    }

    private void run() {
        int seen;
        do {
            seen = pending.get();
            try {
                deliver();
            } catch (Throwable failure) { // by the last signal
                onFailure(failure);
            }
        } while (pending.addAndGet(-seen) != 0);
    }

    private void deliver() throws IOException {
        if (subscriber == null) {
            return;
        }
        try {
            while (!cancelled && misuse == null && !waiting && deliverOne()) {
                // the subscriber wants more, and more may be here
            }
        } catch (Throwable broken) {
            if (subscriber == null) {
                throw broken; // by onComplete()
            }
            end().onError(shown.apply(broken));
        }
        if (subscriber == null) {
            return;
        }
        if (cancelled) {
            end();
            source.stop();
        } else if (misuse != null) {
            end().onError(misuse);
            source.stop();
        }
    }

    /** Passes one buffer to the subscriber. Returns false if there is nothing to pass now. */
    private boolean deliverOne() throws IOException {
        long wanted = demand.get();
        ByteBuffer content = wanted == 0 ? read(NOTHING, 0) : readArrived();
        if (content == null) {
            end().onComplete();
            return false;
        }
        if (wanted == 0) {
            return false;
        }
        if (!content.hasRemaining()) {
            waiting = true;
            source.await(this::onReady);
            return false;
        }
        if (wanted != Long.MAX_VALUE) {
            demand.getAndDecrement();
        }
        onNext(content);
        return true;
    }

    /** Reads what has arrived. Returns null at the end of the content. The subscriber may take long, so it has a copy. */
    private ByteBuffer readArrived() throws IOException {
        byte[] buffer = ReadBuffers.POOL.rent();
        try {
            return read(buffer, most);
        } finally {
            ReadBuffers.POOL.release(buffer);
        }
    }

    private ByteBuffer read(byte[] buffer, int length) throws IOException {
        int count = source.read(buffer, 0, length);
        return count < 0 ? null : ByteBuffer.wrap(Arrays.copyOf(buffer, count));
    }

    private void onNext(ByteBuffer content) {
        try {
            subscriber.onNext(content);
        } catch (Throwable failure) { // a subscriber must not throw (rule 2.13), so it gets nothing more
            cancelled = true;
            onFailure(failure);
        }
    }

    /** The subscriber has failed. Nobody else may answer, so this ends the exchange. */
    private void onFailure(Throwable failure) {
        FAILURES.failed(failure, "aborted the exchange");
        source.abort();
    }

    /** Returns the subscriber for its last signal, and forgets it. */
    private Flow.Subscriber<? super ByteBuffer> end() {
        Flow.Subscriber<? super ByteBuffer> last = Objects.requireNonNull(subscriber);
        subscriber = null;
        return last;
    }
}
