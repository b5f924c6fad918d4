package dev.ringer.internal.server;

import dev.ringer.internal.http.ErrorText;
import dev.ringer.internal.protocol.HttpStream;
import dev.ringer.internal.protocol.Protocol;
import dev.ringer.internal.protocol.RequestHandler;
import dev.ringer.internal.protocol.ResponseFields;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel;

/**
 * A stream that notes the response of its exchange and, once, the end of the exchange.
 *
 * <p>The notes belong to the handler's thread. Another thread that ends the exchange meanwhile may miss the latest of
 * them.
 */
abstract class ObservedStream extends ForwardingStream implements Runnable {
    private static final VarHandle NOTED;

    static {
        try {
            NOTED = MethodHandles.lookup().findVarHandle(ObservedStream.class, "noted", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final RequestHandler handler;

    @SuppressWarnings("UnusedVariable") // its VarHandle reads it
    private volatile boolean noted; // whether the end has been noted

    /** Creates a stream that is to be given to the handler. */
    ObservedStream(HttpStream stream, RequestHandler handler) {
        super(stream);
        this.handler = handler;
    }

    @Override
    public final void run() {
        onHandlerBegins();
        handler.onRequest(this);
    }

    /** Notes that the final response has begun. */
    abstract void noteStatus(int status);

    /** Notes that bytes of the response's content were given to the server. */
    abstract void noteWritten(long count);

    /** Notes that the exchange ends. Does nothing unless {@link #tryNoteEnd} returns true. */
    abstract void noteEnd(boolean inOrder);

    /** Whether the caller is the first to note that the exchange ends. */
    final boolean tryNoteEnd() {
        return NOTED.compareAndSet(this, false, true);
    }

    /** Notes the status and the length of the content of a page that the server sends in place of the application. */
    final void noteRefusal(int status, String text) {
        noteStatus(status);
        boolean content = !request().method().equals("HEAD");
        noteWritten(content ? ErrorText.page(status, text).length : 0);
    }

    @Override
    public void respond(int status, long length, ResponseFields fields) throws IOException {
        super.respond(status, length, fields);
        if (status >= 200) {
            noteStatus(status);
        }
    }

    @Override
    public void upgrade(ResponseFields fields) throws IOException {
        super.upgrade(fields);
        noteStatus(101);
    }

    @Override
    public int switchTo(Protocol next, ResponseFields fields) throws IOException {
        try {
            int status = super.switchTo(next, fields);
            noteStatus(status);
            noteEnd(true);
            return status;
        } catch (IOException e) { // the exchange has ended, or its client is gone
            noteEnd(false);
            throw e;
        }
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
}
