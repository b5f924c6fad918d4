package dev.ringer.internal.server;

import dev.ringer.internal.protocol.HttpStream;
import dev.ringer.internal.protocol.Protocol;
import dev.ringer.internal.protocol.ResponseFields;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The stream of an exchange that has a place of an {@link ExchangeLimit}. It gives the place back just before it ends,
 * so that the client's next request finds the place free.
 */
final class CountedStream extends ForwardingStream {
    private final ExchangeLimit limit;
    private final AtomicBoolean left = new AtomicBoolean();

    CountedStream(HttpStream stream, ExchangeLimit limit) {
        super(stream);
        this.limit = limit;
    }

    /** Gives the place back, unless that has been done. */
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
            // Does nothing if the place has been given back. Otherwise the protocol has ended the exchange, as when the
            // handler was interrupted.
            leave();
        } else if (!left()) {
            limit.noteOutlived(this);
        }
    }
}
