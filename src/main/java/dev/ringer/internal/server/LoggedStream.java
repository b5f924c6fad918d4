package dev.ringer.internal.server;

import dev.ringer.internal.accesslog.AccessLog;
import dev.ringer.internal.accesslog.AccessRecord;
import dev.ringer.internal.protocol.ErrorText;
import dev.ringer.internal.protocol.HttpStream;
import dev.ringer.internal.protocol.Protocol;
import dev.ringer.internal.protocol.RequestHandler;
import dev.ringer.internal.protocol.ResponseFields;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.net.InetSocketAddress;
import java.nio.channels.FileChannel;

/**
 * The stream of an exchange that is logged. Its line is queued just before it ends, so that a client that has the whole response finds it, and so
 * does a program that waits for the end of the server.
 *
 * <p>What it notes belongs to the handler's thread; another that ends the exchange meanwhile may miss the latest of it.
 */
final class LoggedStream extends ForwardingStream implements Runnable {
    /** So much of a response, at the most, waits to be sent until somebody asks for it. */
    private static final int MAX_GATHERED = 32 * 1024;

    private static final VarHandle LOGGED;

    static {
        try {
            LOGGED = MethodHandles.lookup().findVarHandle(LoggedStream.class, "logged", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final RequestHandler handler;
    private final AccessLog log;
    private final AccessRecord record;
    private int gathered; // bytes since the response began, until the first have left
    private volatile boolean logged;

    /** Its exchange begins now. */
    LoggedStream(HttpStream stream, RequestHandler handler, AccessLog log, InetSocketAddress client) {
        super(stream);
        this.handler = handler;
        this.log = log;
        this.record = log.begin(stream.request(), stream.transport(), client);
    }

    @Override
    public void run() {
        onHandlerBegins();
        handler.onRequest(this);
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
    public void respond(int status, long length, ResponseFields fields) throws IOException {
        super.respond(status, length, fields);
        if (status >= 200) {
            record.status(status);
        }
    }

    @Override
    public void upgrade(ResponseFields fields) throws IOException {
        super.upgrade(fields);
        record.status(101);
        record.mayHaveSent();
    }

    @Override
    public void write(byte[] from, int offset, int length) throws IOException {
        super.write(from, offset, length);
        noteWritten(length);
    }

    @Override
    public long transferFrom(FileChannel source, long position, long count) throws IOException {
        long written = super.transferFrom(source, position, count);
        noteWritten(written);
        return written;
    }

    private void noteWritten(long count) {
        record.addBytes(count);
        if (gathered < MAX_GATHERED) {
            gathered = (int) Math.min(MAX_GATHERED, gathered + count);
            if (gathered == MAX_GATHERED) {
                record.mayHaveSent();
            }
        }
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
            record.status(status);
            boolean content = !request().method().equals("HEAD");
            record.addBytes(content ? ErrorText.page(status, text).length : 0);
            log(true);
        }
        super.refuse(status, text);
    }

    @Override
    public int switchTo(Protocol next, ResponseFields fields) throws IOException {
        try {
            int status = super.switchTo(next, fields);
            record.status(status);
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
        if (LOGGED.compareAndSet(this, false, true)) {
            record.end(inOrder);
            log.add(record);
        }
    }
}
