package dev.ringer.websocket;

import dev.ringer.testkit.Deadlines;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Records its calls, and detects whether two calls overlap. */
class RecordingListener implements WebSocketListener {
    private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    private final AtomicInteger inside = new AtomicInteger();
    volatile WebSocketSession session;
    volatile boolean overlapped;

    /** Returns the next recorded call. Waits for it if necessary. */
    String next() throws InterruptedException {
        String line = heard.poll(Deadlines.PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        if (line == null) {
            throw new AssertionError("nothing was heard");
        }
        return line;
    }

    /** Returns whether {@link #next} has already returned all recorded calls. */
    boolean isSilent() {
        return heard.isEmpty();
    }

    /** Returns whether the listener records no call within this time. */
    boolean isSilentFor(Duration time) throws InterruptedException {
        return heard.poll(time.toMillis(), TimeUnit.MILLISECONDS) == null;
    }

    private void hear(String line) {
        overlapped |= inside.incrementAndGet() != 1;
        heard.add(line);
        inside.decrementAndGet();
    }

    @Override
    public void onOpen(WebSocketSession opened) throws Exception {
        session = opened;
        hear("open");
    }

    @Override
    public void onText(WebSocketSession of, String message) throws Exception {
        hear("text " + message);
    }

    @Override
    public void onBinary(WebSocketSession of, ByteBuffer message) throws Exception {
        hear("binary " + message.remaining());
    }

    @Override
    public void onPong(WebSocketSession of, ByteBuffer payload) throws Exception {
        hear("pong " + payload.remaining());
    }

    @Override
    public void onError(WebSocketSession of, Throwable error) throws Exception {
        hear("error " + error.getMessage());
    }

    @Override
    public void onClose(WebSocketSession of, int code, String reason) throws Exception {
        hear("close " + code + (reason.isEmpty() ? "" : " " + reason));
    }
}
