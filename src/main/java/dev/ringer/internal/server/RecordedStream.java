package dev.ringer.internal.server;

import dev.ringer.internal.observe.RequestRecord;
import dev.ringer.internal.protocol.HttpStream;
import dev.ringer.internal.protocol.RequestHandler;
import java.io.IOException;

/**
 * The stream of an exchange for which an event is recorded when it has ended. So the event includes the time that a
 * slow client makes the end wait. A client may have the whole response before the event exists.
 */
final class RecordedStream extends ObservedStream {
    private final RequestRecord record;

    /** Creates the stream. Its exchange begins now. */
    RecordedStream(HttpStream stream, RequestHandler handler, RequestRecord record) {
        super(stream, handler);
        this.record = record;
    }

    @Override
    public void onEntered(String context) {
        record.onEntered(context);
        super.onEntered(context);
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        int count = super.read(to, offset, length);
        if (count > 0) {
            record.onRead(count);
        }
        return count;
    }

    @Override
    void noteStatus(int status) {
        record.onResponse(status);
    }

    @Override
    void noteWritten(long count) {
        record.onWritten(count);
    }

    // ---- the end

    @Override
    public void finish() throws IOException {
        boolean reached = !disconnected();
        boolean finished = false;
        try {
            super.finish();
            finished = reached;
        } finally {
            noteEnd(finished);
        }
    }

    @Override
    public void abort() {
        super.abort();
        noteEnd(false);
    }

    @Override
    public void refuse(int status, String text) {
        if (!ended()) {
            noteRefusal(status, text);
        }
        super.refuse(status, text);
        noteEnd(true);
    }

    @Override
    public void onHandlerReturned() {
        super.onHandlerReturned();
        if (ended() && disconnected()) { // the protocol may have ended it, as when the handler was interrupted
            noteEnd(false);
        }
    }

    @Override
    void noteEnd(boolean whole) {
        if (tryNoteEnd()) {
            record.end(request().method(), request().protocol(), logNumber(), whole);
        }
    }
}
