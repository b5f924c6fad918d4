package dev.ringer.internal.server;

import dev.ringer.internal.observe.RequestRecord;
import dev.ringer.internal.protocol.HttpStream;
import dev.ringer.internal.protocol.Protocol;
import dev.ringer.internal.protocol.RequestHandler;
import dev.ringer.internal.protocol.ResponseFields;
import java.io.IOException;

/**
 * The stream of an exchange of which an event is recorded, when it has ended: what a slow client makes the end wait is a part of it. So a client
 * that has the whole response may be faster than the event.
 */
final class RecordedStream extends ObservedStream {
    private final RequestRecord record;

    /** Its exchange begins now. */
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
            end(finished);
        }
    }

    @Override
    public void abort() {
        super.abort();
        end(false);
    }

    @Override
    public void refuse(int status, String text) {
        if (!ended()) {
            noteRefusal(status, text);
        }
        super.refuse(status, text);
        end(true);
    }

    @Override
    public int switchTo(Protocol next, ResponseFields fields) throws IOException {
        try {
            int status = super.switchTo(next, fields);
            end(true);
            return status;
        } catch (IOException e) { // the exchange has ended, or its client is gone
            end(false);
            throw e;
        }
    }

    private void end(boolean whole) {
        if (tryNoteEnd()) {
            record.end(request().method(), request().protocol(), logNumber(), whole);
        }
    }
}
