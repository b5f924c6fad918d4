package dev.ringer.internal.exchange;

import dev.ringer.internal.body.ContentSource;
import dev.ringer.internal.http.BodyBroken;
import dev.ringer.internal.protocol.ApplicationCalls;
import dev.ringer.internal.protocol.ApplicationTask;
import dev.ringer.internal.protocol.HandlerPace;
import dev.ringer.internal.protocol.Loop;
import dev.ringer.internal.threads.DaemonThreads;
import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** The content of a request that Ringer serves. No thread waits for the client. */
class StreamSource implements ContentSource {
    /** Runs what the application must still learn when the server has stopped, and no other thread is left. */
    private static final class AfterStop {
        static final Executor THREADS = new DaemonThreads("ringer-after-stop", 2);
    }

    /** A call of the application that a loop may make itself in a stint. */
    private final class Call implements ApplicationTask {
        private final Runnable code;

        Call(Runnable code) {
            this.code = code;
        }

        @Override
        public HandlerPace pace() {
            return calls.pace();
        }

        @Override
        public void run() {
            code.run();
        }
    }

    private final Exchange exchange;
    private final ApplicationCalls calls;
    private final long length;

    /** Makes the source of a body, or of its rest, whose length in bytes is −1 if it is unknown. */
    StreamSource(Exchange exchange, ApplicationCalls calls, long length) {
        this.exchange = exchange;
        this.calls = calls;
        this.length = length;
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        int count;
        try {
            count = exchange.stream().readNow(to, offset, length);
        } catch (IOException failure) {
            if (failure instanceof BodyBroken || exchange.stream().disconnected()) {
                exchange.noteBodyFailure(); // otherwise the application has closed the stream
            }
            throw failure;
        }
        if (count < 0) {
            exchange.noteBodyEnd();
        }
        ExchangeListeners listeners = exchange.listeners();
        if (count > 0 && listeners != null) {
            listeners.onRead(count);
        }
        return count;
    }

    @Override
    public void await(Runnable ready) throws IOException {
        if (exchange.responds()) {
            exchange.noteBothWays();
        }
        ExchangeListeners listeners = exchange.listeners();
        if (listeners != null) {
            listeners.onFlushed(); // the stream flushes its output before it waits for content
        }
        exchange.stream().awaitContent(ready);
    }

    @Override
    public void stop() {
        exchange.stream().stopReading();
    }

    @Override
    public void abort() {
        exchange.abort();
    }

    @Override
    public boolean tryRetain(int bytes) {
        return exchange.stream().transport().memory().tryTake(bytes);
    }

    @Override
    public void release(long bytes) {
        exchange.stream().transport().memory().release(bytes);
    }

    @Override
    public void runOnDisk(Runnable code) {
        loop().files().execute(code);
    }

    @Override
    public void call(Runnable code) {
        Loop loop = loop();
        if (loop.stopped()) {
            callAfterStop(code);
        } else if (loop.isCurrent()) {
            loop.runApplication(() -> begin(code));
        } else {
            callByLoop(loop, code);
        }
    }

    /** Leaves the calling thread, on which an executor might run the code, although the thread sends files. */
    private void callByLoop(Loop loop, Runnable code) {
        AtomicReference<Runnable> due = new AtomicReference<>(code);
        loop.execute(() -> take(due, this::call));
        if (loop.stopped()) { // then the loop may have run its last task already
            take(due, this::callAfterStop);
        }
    }

    private static void take(AtomicReference<Runnable> due, Consumer<Runnable> taker) {
        Runnable code = due.getAndSet(null);
        if (code != null) {
            taker.accept(code);
        }
    }

    private void begin(Runnable code) {
        if (!calls.tryRun(new Call(code), loop(), exchange.getRemoteAddress())) {
            onRejected(code);
        }
    }

    /** The executor does not accept the call. It ends the exchange, and this thread lets the application know. */
    private void onRejected(Runnable code) {
        exchange.abort();
        code.run();
    }

    private void callAfterStop(Runnable code) {
        if (calls.onLoops() || !calls.tryRun(code, exchange.getRemoteAddress())) {
            AfterStop.THREADS.execute(code);
        }
    }

    private Loop loop() {
        return exchange.stream().transport().loop();
    }
}
