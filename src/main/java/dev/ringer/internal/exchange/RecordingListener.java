package dev.ringer.internal.exchange;

import dev.ringer.internal.observe.RequestRecord;
import dev.ringer.internal.protocol.RequestHead;
import dev.ringer.internal.protocol.ResponseFields;

/**
 * Records an exchange as an event of the Flight Recorder, when the exchange has ended. So the duration of the event
 * includes the time in which a slow client reads. The event may come after the client has received the whole response.
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
        // onEnded() was not called if the server itself ended the exchange, for example after an interrupt
        if (ended && disconnected) {
            onEnded(false);
        }
    }
}
