package dev.ringer.internal.server;

import dev.ringer.internal.accesslog.AccessLog;
import dev.ringer.internal.accesslog.AccessRecord;
import dev.ringer.internal.protocol.HttpStream;
import dev.ringer.internal.protocol.RequestHandler;
import dev.ringer.internal.protocol.RequestHead;
import dev.ringer.internal.protocol.ResponseFields;
import java.io.IOException;

/**
 * The stream of an exchange that is logged. Its log line is queued just before the exchange ends. So a client that has
 * the whole response finds the line, and so does a program that waits for the end of the server.
 */
final class LoggedStream extends ObservedStream {
    /** The most bytes of a response that wait until the handler asks to send them. */
    private static final int MAX_GATHERED = 32 * 1024;

    private final AccessLog log;
    private final AccessRecord record;
    private int gathered; // bytes written since the response began, until the first have left

    /**
     * Creates the stream. Its exchange begins now.
     *
     * @param stream the stream as its handler sees it
     * @param received the request's head as it arrived
     */
    LoggedStream(HttpStream stream, RequestHandler handler, AccessLog log, RequestHead received) {
        super(stream, handler);
        this.log = log;
        this.record = log.begin(received, stream.transport(), stream.remoteAddress());
    }

    @Override
    public long logNumber() {
        return record.number();
    }

    @Override
    public void authenticatedAs(String user) {
        record.user(user);
    }

    // ---- the response

    @Override
    void noteStatus(int status) {
        record.status(status);
    }

    @Override
    void noteWritten(long count) {
        record.addBytes(count);
        if (gathered < MAX_GATHERED) {
            gathered = (int) Math.min(MAX_GATHERED, gathered + count);
            if (gathered == MAX_GATHERED) {
                record.mayHaveSent();
            }
        }
    }

    @Override
    public void upgrade(ResponseFields fields) throws IOException {
        super.upgrade(fields);
        record.mayHaveSent();
    }

    @Override
    public void flush() throws IOException {
        super.flush();
        record.mayHaveSent();
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        if (available() == 0) { // what was written leaves before a reader waits
            record.mayHaveSent();
        }
        return super.read(to, offset, length);
    }

    // ---- the end

    @Override
    public void finish() throws IOException {
        noteEnd(!disconnected());
        super.finish();
    }

    @Override
    public void abort() {
        noteEnd(false);
        super.abort();
    }

    @Override
    public void refuse(int status, String text) {
        if (!ended()) {
            noteRefusal(status, text);
            noteEnd(true);
        }
        super.refuse(status, text);
    }

    @Override
    public void onHandlerReturned() {
        super.onHandlerReturned();
        if (ended()) {
            // Does nothing if the line exists. Otherwise the protocol has ended the exchange, as when the handler was
            // interrupted.
            noteEnd(false);
        } else {
            record.mayHaveSent();
        }
    }

    @Override
    void noteEnd(boolean inOrder) {
        if (tryNoteEnd()) {
            record.end(inOrder);
            log.add(record);
        }
    }
}
