package dev.ringer.internal.admin;

import dev.ringer.observe.ResponseCount;
import dev.ringer.observe.ServerStatistics;
import java.util.function.ToLongFunction;

/** The numbers that the status page shows. */
enum Figure {
    CONNECTIONS(ServerStatistics::openConnections),
    IN_PROGRESS(ServerStatistics::exchangesInProgress),
    QUEUED(ServerStatistics::queuedRequests),
    MEMORY(ServerStatistics::bufferedMemory),
    MAX_MEMORY(ServerStatistics::maxBufferedMemory),
    LOOPS(ServerStatistics::loops),

    ACCEPTED(ServerStatistics::acceptedConnections),
    RECEIVED(ServerStatistics::receivedBytes),
    SENT(ServerStatistics::sentBytes),
    HANDSHAKES(ServerStatistics::tlsHandshakes),
    FAILED_HANDSHAKES(ServerStatistics::tlsFailures),
    INFORMED(from -> responses(from, "1xx")),
    SUCCEEDED(from -> responses(from, "2xx")),
    REDIRECTED(from -> responses(from, "3xx")),
    REFUSED(from -> responses(from, "4xx")),
    FAILED(from -> responses(from, "5xx")),
    ABORTED(ServerStatistics::abortedExchanges),
    EVICTED(ServerStatistics::evictions),
    TURNS(ServerStatistics::loopTurns),
    RELIEFS(ServerStatistics::loopReliefs),
    DROPPED_LINES(ServerStatistics::droppedLogLines);

    private final ToLongFunction<ServerStatistics> source;

    Figure(ToLongFunction<ServerStatistics> source) {
        this.source = source;
    }

    private static long responses(ServerStatistics from, String status) {
        long sum = 0;
        for (ResponseCount each : from.responses()) {
            sum += each.statusClass().equals(status) ? each.count() : 0;
        }
        return sum;
    }

    long of(ServerStatistics server) {
        return source.applyAsLong(server);
    }

    /** Whether the number is a count since the start. Other numbers describe the current moment. */
    boolean counts() {
        return compareTo(ACCEPTED) >= 0;
    }
}
