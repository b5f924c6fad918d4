package dev.ringer.internal.exchange;

import dev.ringer.internal.http.TraceParent;
import dev.ringer.internal.observe.RequestMetrics;
import dev.ringer.internal.observe.RequestSeries;
import dev.ringer.internal.protocol.RequestHead;
import dev.ringer.internal.protocol.ResponseFields;

/**
 * Adds an exchange to the request metrics just before it ends. So the statistics contain the exchange as soon as the
 * client has the whole response. The measured time begins when the request head is complete.
 */
final class MeasuringListener extends ExchangeListener {
    private final RequestMetrics metrics;
    private final RequestHead request;
    private final boolean secure;
    private final int method;
    private final long begunAt = System.nanoTime();
    private String route; // path of the context; null until the handler is called
    private int status; // status code; 0 until the response has begun
    private long received; // bytes of the request body that the handler has read
    private long sent; // bytes of the response body that the handler has written

    MeasuringListener(RequestMetrics metrics, RequestHead request, boolean secure, ExchangeListener next) {
        super(next);
        this.metrics = metrics;
        this.request = request;
        this.secure = secure;
        this.method = RequestMetrics.method(request.method());
        metrics.active(method, secure, 1);
    }

    @Override
    void onEntered(String context) {
        route = context;
    }

    @Override
    void onRead(int count) {
        received += count;
    }

    @Override
    void onStatus(int code, ResponseFields fields) {
        status = code;
    }

    @Override
    void onWritten(long count) {
        sent += count;
    }

    @Override
    void onEnding(boolean inOrder) {
        if (tryEnd()) {
            metrics.active(method, secure, -1);
            long nanos = System.nanoTime() - begunAt;
            RequestSeries series = metrics.series(method, route, request.protocol(), status);
            int bucket = series.add(nanos, received, sent);
            String traceId = series.exemplarDue(bucket) ? TraceParent.traceId(request) : null;
            if (traceId != null) {
                series.exemplar(bucket, traceId, nanos);
            }
        }
    }

    @Override
    void onHandlerReturned(boolean ended, boolean disconnected) {
        // onEnding() was not called if the server itself ended the exchange, for example after an interrupt
        if (ended) {
            onEnding(false);
        }
    }
}
