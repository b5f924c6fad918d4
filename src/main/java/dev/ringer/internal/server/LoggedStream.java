package dev.ringer.internal.server;

import dev.ringer.internal.accesslog.AccessLog;
import dev.ringer.internal.accesslog.AccessRecord;
import dev.ringer.internal.protocol.HttpStream;
import dev.ringer.internal.protocol.Protocol;
import dev.ringer.internal.protocol.RequestHandler;
import dev.ringer.internal.protocol.ResponseFields;
import java.io.IOException;
import java.net.InetSocketAddress;

/**
 * The stream of an exchange that is logged. Its line is queued just before it ends, so that a client that has the whole response finds it, and so
 * does a program that waits for the end of the server.
 */
final class LoggedStream extends ObservedStream {
    /** So much of a response, at the most, waits to be sent until somebody asks for it. */
    private static final int MAX_GATHERED = 32 * 1024;

    private final AccessLog log;
    private final AccessRecord record;
    private int gathered; // bytes since the response began, until the first have left

    /** Its exchange begins now. */
    LoggedStream(HttpStream stream, RequestHandler handler, AccessLog log, InetSocketAddress client) {
        super(stream, handler);
        this.log = log;
        this.record = log.begin(stream.request(), stream.transport(), client);
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
        if (available() == 0) { // what was written leaves before anybody waits
            record.mayHaveSent();
        }
        return super.read(to, offset, length);
    }

    // ---- the end

    @Override
    public void finish() throws IOException {
        log(!disconnected());
        super.finish();
    }

    @Override
    public void abort() {
        log(false);
        super.abort();
    }

    @Override
    public void refuse(int status, String text) {
        if (!ended()) {
            noteRefusal(status, text);
            log(true);
        }
        super.refuse(status, text);
    }

    @Override
    public int switchTo(Protocol next, ResponseFields fields) throws IOException {
        try {
            int status = super.switchTo(next, fields);
            log(true);
            return status;
        } catch (IOException e) { // the exchange has ended, or its client is gone
            log(false);
            throw e;
        }
    }

    @Override
    public void onHandlerReturned() {
        super.onHandlerReturned();
        if (!ended()) {
            record.mayHaveSent();
        }
    }

    private void log(boolean inOrder) {
        if (tryNoteEnd()) {
            record.end(inOrder);
            log.add(record);
        }
    }
}
