package dev.ringer.websocket;

import static dev.ringer.testkit.ClientFrames.frames;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Fate;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Over;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.ThreadKind;
import dev.ringer.testkit.Transport;
import dev.ringer.testkit.WebSocketClient;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;

/** Tests executors that reject or delay tasks. These executors replace the executor of the mode. */
class ListenerExecutorTest {
    private final RecordingListener listener = new RecordingListener();

    /** Runs a limited number of tasks. Then it rejects further tasks, or retains them until {@link #runAll}. */
    private static final class LimitedExecutor implements Executor {
        private final BlockingQueue<Runnable> kept = new LinkedBlockingQueue<>();
        private final boolean keeping;
        private int left;

        LimitedExecutor(int left, boolean keeping) {
            this.left = left;
            this.keeping = keeping;
        }

        @Override
        public synchronized void execute(Runnable task) {
            if (left > 0) {
                left--;
                ThreadKind.PLATFORM.start(task);
            } else if (keeping) {
                kept.add(task);
            } else {
                throw new RejectedExecutionException("on purpose");
            }
        }

        synchronized void runAll() {
            left = Integer.MAX_VALUE;
            kept.forEach(ThreadKind.PLATFORM::start);
        }
    }

    private TestServer start(Executor executor, Map<String, String> properties) throws IOException {
        return TestServer.create(Provider.RINGER, Transport.current(), executor, properties)
                .handle(WebSocketServers.PATH, WebSocketHandler.of(listener))
                .start();
    }

    // the executor's first task is the handshake

    @InModes(Mode.FIXED_POOL)
    void tellsOfTheEndWhereTheExecutorRejectsAMessage() throws Exception {
        tellsOfTheEndWhereTheExecutorRejects(2);
    }

    /** Not over HTTP/2, where the end of the stream may arrive before the answer to the handshake. */
    @InModes(Mode.FIXED_POOL)
    @Over({Transport.CLEAR, Transport.TLS})
    void tellsOfTheEndWhereTheExecutorRejectsAllButTheHandshake() throws Exception {
        tellsOfTheEndWhereTheExecutorRejects(1);
    }

    private void tellsOfTheEndWhereTheExecutorRejects(int taken) throws Exception {
        try (TestServer server = start(new LimitedExecutor(taken, false), Map.of());
                WebSocketClient client = WebSocketServers.connect(server)) {
            assertThat(listener.next()).isEqualTo("open");
            if (taken > 1) {
                client.raw().sendAsFarAsPossible(frames().text("a").bytes());
            }

            String last = listener.next();
            while (last.startsWith("text ")) { // the task of onOpen was still running, and delivered this text
                client.raw().sendAsFarAsPossible(frames().text("a").bytes());
                last = listener.next();
            }
            assertThat(last).isEqualTo("close 1006");
            assertThat(client.raw().awaitEnd(Deadlines.PATIENCE)).isEqualTo(Fate.CLOSED);
            assertThat(listener.session.isOpen()).isFalse();
            assertThat(listener.isSilent()).isTrue();
        }
    }

    @InModes(Mode.FIXED_POOL)
    void tellsOfTheBeginningOfASessionThatHadToGoBefore() throws Exception {
        LimitedExecutor executor = new LimitedExecutor(1, true);
        try (TestServer server = start(executor, Map.of("ringer.maxBufferedMemory", "1048576"));
                WebSocketClient client = WebSocketServers.connect(server)) {
            client.send(frames().binary(new byte[50_000]).ping("behind it"));
            assertThat(client.read().text()).isEqualTo("behind it"); // the server has the whole message
            WebSocketServers.awaitEviction(server, 1 << 20);
            executor.runAll();

            assertThat(listener.next()).isEqualTo("open");
            assertThat(listener.next()).startsWith("error ");
            assertThat(listener.next()).isEqualTo("close 1013");
            assertThat(client.read().closeCode()).isEqualTo(1013);
        }
    }
}
