package dev.ringer.internal.exchange;

import dev.ringer.internal.accesslog.AccessLog;
import dev.ringer.internal.accesslog.AccessRecord;
import dev.ringer.internal.protocol.ResponseFields;

/**
 * Writes an exchange to the access log. The record is queued just before the exchange ends. So the line is not lost if
 * the application stops the server as soon as the client has the response.
 */
final class AccessLogListener extends ExchangeListener {
    /** After a handler has written this many bytes without a flush, the server may have sent some of them. */
    private static final int MAX_GATHERED = 32 * 1024;

    private final AccessLog log;
    private final AccessRecord record;
    private int gathered; // bytes of the response that were written so far; at most MAX_GATHERED

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
            // Has no effect if the record is in the log already. It is not there if the server itself has ended the
            // exchange, for example because the handler was interrupted.
            onEnding(false);
        } else {
            record.mayHaveSent();
        }
    }
}
