package dev.ringer.internal.server;

import dev.ringer.internal.protocol.HttpStream;
import dev.ringer.internal.protocol.Protocol;
import dev.ringer.internal.protocol.ResponseFields;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The stream of an exchange that has a place of an {@link ExchangeLimit}, which it gives back just before it ends: the client's
 * next request must find it free.
 */
final class CountedStream extends ForwardingStream {
    private final ExchangeLimit limit;
    private final AtomicBoolean left = new AtomicBoolean();

    CountedStream(HttpStream stream, ExchangeLimit limit) {
        super(stream);
        this.limit = limit;
    }

    /** Gives the place back, if that has not been done. */
    void leave() {
        if (left.compareAndSet(false, true)) {
            limit.leave(this);
        }
    }

    boolean left() {
        return left.get();
    }

    @Override
    public void finish() throws IOException {
        leave();
        super.finish();
    }

    @Override
    public void abort() {
        leave();
        super.abort();
    }

    @Override
    public void refuse(int status, String text) {
        leave();
        super.refuse(status, text);
    }

    @Override
    public int switchTo(Protocol next, ResponseFields fields) throws IOException {
        leave(); // a WebSocket is no exchange
        return super.switchTo(next, fields);
    }

    @Override
    public void onHandlerReturned() {
        super.onHandlerReturned();
        if (ended()) {
            leave(); // unless it has left: the protocol has ended it, as when the handler was interrupted
        } else if (!left()) {
            limit.noteOutlived(this);
        }
    }
}
