package dev.ringer.events;

import java.io.IOException;
import java.util.Objects;

/** The stream of an answer to HEAD, which has ended before it began. */
final class EndedStream implements EventStream {
    private final String lastEventId;

    EndedStream(String lastEventId) {
        this.lastEventId = lastEventId;
    }

    @Override
    public void send(ServerSentEvent event) throws IOException {
        Objects.requireNonNull(event, "event");
        throw new IOException("The event stream is closed: the method of the request is HEAD");
    }

    @Override
    public boolean trySend(ServerSentEvent event) {
        Objects.requireNonNull(event, "event");
        return false;
    }

    @Override
    public void comment(String text) throws IOException {
        send(ServerSentEvent.of(text));
    }

    @Override
    public void close() {}

    @Override
    public void abort() {}

    @Override
    public boolean isOpen() {
        return false;
    }

    @Override
    public long pendingBytes() {
        return 0;
    }

    @Override
    public String lastEventId() {
        return lastEventId;
    }

    @Override
    public void onClose(Runnable action) {
        action.run();
    }
}
