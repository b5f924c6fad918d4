package dev.ringer.testkit;

import com.sun.net.httpserver.HttpServer;
import dev.ringer.internal.observe.ServerCounts;
import dev.ringer.internal.server.RingerHttpServer;
import dev.ringer.internal.server.RingerHttpsServer;
import java.util.Map;
import java.util.stream.Collectors;

/** Reads the counts of a server under test. */
public final class Counted {
    private Counted() {}

    public static ServerCounts of(TestServer server) {
        HttpServer ringer = server.server();
        return ringer instanceof RingerHttpsServer secure ? secure.counts() : ((RingerHttpServer) ringer).counts();
    }

    /**
     * Returns the counts that are not zero. After a refusal, these may include a time limit: on HTTP/1 the server closes
     * the connection by a lingering close, and a client that does not close its side exceeds {@code DRAIN_TIMEOUT}.
     */
    public static Map<Enum<?>, Long> by(TestServer server) {
        return of(server).all().entrySet().stream()
                .filter(entry -> entry.getValue() > 0)
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** Waits until the server has counted a cause at least {@code count} times. */
    public static void await(TestServer server, Enum<?> cause, long count) {
        Deadlines.await(count + " x " + cause, () -> of(server).of(cause) >= count);
    }
}
