package dev.ringer.internal.exchange;

import dev.ringer.internal.accesslog.AccessLog;
import dev.ringer.internal.accesslog.AccessRecord;

/**
 * Logs an exchange. It queues the log line just before the exchange ends. So a client that has the whole response finds
 * the line, and so does a program that waits for the end of the server.
 */
final class AccessLogListener extends ExchangeListener {
    /** The most bytes of a response that wait until the handler asks to send them. */
    private static final int MAX_GATHERED = 32 * 1024;

    private final AccessLog log;
    private final AccessRecord record;
    private int gathered; // bytes written since the response began, until the first have left

    AccessLogListener(AccessLog log, AccessRecord record, ExchangeListener next) {
        super(next);
        this.log = log;
        this.record = record;
    }

    @Override
    void onAuthenticated(String user) {
        record.user(user);
    }

    @Override
    void onStatus(int status) {
        record.status(status);
    }

    @Override
    void onWritten(long count) {
        record.addBytes(count);
        if (gathered < MAX_GATHERED) {
            gathered = (int) Math.min(MAX_GATHERED, gathered + count);
            if (gathered == MAX_GATHERED) {
                record.mayHaveSent();
            }
        }
    }

    @Override
    void onFlushed() {
        record.mayHaveSent();
    }

    @Override
    void onEnding(boolean inOrder) {
        if (tryEnd()) {
            record.end(inOrder);
            log.add(record);
        }
    }

    @Override
    void onHandlerReturned(boolean ended, boolean disconnected) {
        if (ended) {
            // Does nothing if the line exists. Otherwise the protocol has ended the exchange, as when the handler was
            // interrupted.
            onEnding(false);
        } else {
            record.mayHaveSent();
        }
    }
}
