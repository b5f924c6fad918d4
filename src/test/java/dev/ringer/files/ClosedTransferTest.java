package dev.ringer.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Ability;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.FakeFile;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Needs;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channel;
import java.nio.channels.WritableByteChannel;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests a connection that ends while a thread waits for the disk in order to send a file. */
@Timeout(60)
class ClosedTransferTest {
    private static final int SIZE = 1 << 20;

    private static final class HangingFile extends FakeFile {
        final CountDownLatch hangs = new CountDownLatch(1);
        final CountDownLatch answers = new CountDownLatch(1);
        volatile Channel socket;

        @Override
        public long transferTo(long position, long count, WritableByteChannel to) {
            socket = to;
            hangs.countDown();
            Deadlines.await(answers);
            return 0;
        }
    }

    /** Otherwise the file could go to the next connection that gets the descriptor. */
    @Test
    @Needs(Ability.LINUX)
    void keepsItsDescriptorUntilTheDiskAnswers() throws IOException {
        HangingFile file = new HangingFile();
        try (TestServer server = TestServer.create(Provider.RINGER, Transport.CLEAR, Mode.FIXED_POOL, Map.of())
                .handle("/", exchange -> {
                    exchange.sendResponseHeaders(200, SIZE);
                    try (OutputStream body = exchange.getResponseBody()) {
                        FileTransfer.copy(file, 0, SIZE, body);
                    }
                })
                .start()) {
            server.connect().get("/");
            Deadlines.await(file.hangs);

            server.server().stop(0);
            assertThat(file.socket.isOpen()).isTrue();

            file.answers.countDown();
            Deadlines.await("the channel is closed", () -> !file.socket.isOpen());
        } finally {
            file.answers.countDown();
        }
    }
}
