package dev.ringer.internal.exchange;

import dev.ringer.internal.accesslog.AccessLog;
import dev.ringer.internal.accesslog.AccessRecord;
import dev.ringer.internal.protocol.ResponseFields;

/**
 * Writes an exchange to the access log. The record is queued just before the exchange ends. So the line is not lost if
 * the application stops the server as soon as the client has the response.
 */
final class AccessLogListener extends ExchangeListener {
    /** The most bytes that a handler can write without a flush before the server may send some of them. */
    private static final int MAX_GATHERED = 32 * 1024;

    private final AccessLog log;
    private final AccessRecord record;
    private int gathered; // bytes of the response that were written, up to MAX_GATHERED

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
    void onStatus(int status, ResponseFields fields) {
        record.status(status);
        record.fields(fields);
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
            // If the record was queued before, this call does nothing. Otherwise the server itself has ended the
            // exchange, for example because the handler was interrupted.
            onEnding(false);
        } else {
            record.mayHaveSent();
        }
    }
}
