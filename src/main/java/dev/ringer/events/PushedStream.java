package dev.ringer.events;

import dev.ringer.internal.events.EventConnection;
import java.io.IOException;
import java.util.Objects;

/** A stream that an event loop of Ringer serves. Thread-safe. */
final class PushedStream implements EventStream {
    private final EventConnection connection;
    private final String lastEventId;

    PushedStream(EventConnection connection, String lastEventId) {
        this.connection = connection;
        this.lastEventId = lastEventId;
    }

    @Override
    public void send(ServerSentEvent event) throws IOException {
        connection.send(event.encoded());
    }

    @Override
    public boolean trySend(ServerSentEvent event) {
        return connection.trySend(event.encoded());
    }

    @Override
    public void comment(String text) throws IOException {
        connection.send(ServerSentEvent.comment(text));
    }

    @Override
    public void close() {
        connection.close();
    }

    @Override
    public void abort() {
        connection.abort();
    }

    @Override
    public boolean isOpen() {
        return connection.isOpen();
    }

    @Override
    public long pendingBytes() {
        return connection.pendingBytes();
    }

    @Override
    public String lastEventId() {
        return lastEventId;
    }

    @Override
    public void onClose(Runnable action) {
        connection.onClose(Objects.requireNonNull(action, "action"));
    }
}
