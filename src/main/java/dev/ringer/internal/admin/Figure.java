package dev.ringer.internal.admin;

import dev.ringer.observe.ServerStatistics;
import java.util.Map;
import java.util.function.ToLongFunction;

/** The numbers that the status page shows. */
enum Figure {
    CONNECTIONS(ServerStatistics::getOpenConnections),
    IN_PROGRESS(ServerStatistics::getExchangesInProgress),
    QUEUED(ServerStatistics::getQueuedRequests),
    MEMORY(ServerStatistics::getBufferedMemory),
    MAX_MEMORY(ServerStatistics::getMaxBufferedMemory),
    LOOPS(ServerStatistics::getLoops),

    ACCEPTED(ServerStatistics::getAcceptedConnections),
    RECEIVED(ServerStatistics::getReceivedBytes),
    SENT(ServerStatistics::getSentBytes),
    HANDSHAKES(ServerStatistics::getTlsHandshakes),
    FAILED_HANDSHAKES(ServerStatistics::getTlsFailures),
    INFORMED(from -> responses(from, "1xx")),
    SUCCEEDED(from -> responses(from, "2xx")),
    REDIRECTED(from -> responses(from, "3xx")),
    REFUSED(from -> responses(from, "4xx")),
    FAILED(from -> responses(from, "5xx")),
    ABORTED(ServerStatistics::getAbortedExchanges),
    EVICTED(ServerStatistics::getEvictions),
    TURNS(ServerStatistics::getLoopTurns),
    RELIEFS(ServerStatistics::getLoopReliefs),
    DROPPED_LINES(ServerStatistics::getDroppedLogLines);

    private final ToLongFunction<ServerStatistics> source;

    Figure(ToLongFunction<ServerStatistics> source) {
        this.source = source;
    }

    private static long responses(ServerStatistics from, String status) {
        long sum = 0;
        for (Map<String, Long> classes : from.getResponses().values()) {
            sum += classes.getOrDefault(status, 0L);
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
