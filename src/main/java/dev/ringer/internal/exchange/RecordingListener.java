package dev.ringer.internal.exchange;

import dev.ringer.internal.observe.RequestRecord;
import dev.ringer.internal.protocol.RequestHead;
import dev.ringer.internal.protocol.ResponseFields;

/**
 * Records an event of the Flight Recorder when an exchange has ended. So the event's duration includes the wait for a
 * slow client. The client may have the whole response before the event exists.
 */
final class RecordingListener extends ExchangeListener {
    private final RequestRecord record;
    private final RequestHead request;
    private final long logNumber;

    RecordingListener(RequestRecord record, RequestHead request, long logNumber, ExchangeListener next) {
        super(next);
        this.record = record;
        this.request = request;
        this.logNumber = logNumber;
    }

    @Override
    void onEntered(String context) {
        record.onEntered(context);
    }

    @Override
    void onRead(int count) {
        record.onRead(count);
    }

    @Override
    void onStatus(int status, ResponseFields fields) {
        record.onResponse(status);
    }

    @Override
    void onWritten(long count) {
        record.onWritten(count);
    }

    @Override
    void onEnded(boolean whole) {
        if (tryEnd()) {
            record.end(request.method(), request.protocol(), logNumber, whole);
        }
    }

    @Override
    void onHandlerReturned(boolean ended, boolean disconnected) {
        if (ended && disconnected) { // the protocol ends the exchange if the handler was interrupted
            onEnded(false);
        }
    }
}
