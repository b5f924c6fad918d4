package dev.ringer.http2;

import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Gate;
import dev.ringer.testkit.Http2Client;
import dev.ringer.testkit.Http2Frame;
import dev.ringer.testkit.Http2Servers;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Over;
import dev.ringer.testkit.RetainedMemory;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Timeout;

/**
 * Tests what request heads of different shapes take in memory, beside what the memory account counts for them: before
 * the requests are answered, while a handler runs, and while a response waits for a window.
 */
@Timeout(60)
@Over({Transport.H2C, Transport.H2})
class HeadsInMemoryTest {
    private static final int STREAMS = 120;

    /** The most bytes that an answered request retains, in addition to its response. */
    private static final int ANSWERED = 1_000;

    /** The most bytes that a connection retains uncounted. */
    private static final int OF_CONNECTION = 16 * 1024;

    private enum Shape {
        SMALL,
        LETTERS,
        LETTERS_WITH_VALUES,
        LETTERS_IN_TABLE,
        FEW_LARGE,
        LONG_TARGET;

        byte[] request(String method, String path) {
            return switch (this) {
                case SMALL -> Http2Client.request(method, path);
                case LETTERS -> Http2Client.request(method, path, letters(108, ""));
                case LETTERS_WITH_VALUES -> Http2Client.request(method, path, letters(100, "abcd"));
                case LETTERS_IN_TABLE -> indexed(Http2Client.request(method, path, letters(80, "")), 80);
                case FEW_LARGE -> Http2Client.request(method, path, "a", "x".repeat(1_900), "b", "x".repeat(1_900));
                case LONG_TARGET -> Http2Client.request(method, path + "?" + "q".repeat(1_000));
            };
        }

        private static String[] letters(int count, String value) {
            String[] fields = new String[2 * count];
            for (int i = 0; i < count; i++) {
                fields[2 * i] = "" + (char) ('a' + i % 26);
                fields[2 * i + 1] = value;
            }
            return fields;
        }

        /** Makes the last lines of a block, which have names of one letter and no values, enter the HPACK table. */
        private static byte[] indexed(byte[] block, int lines) {
            for (int at = block.length - 4 * lines; at < block.length; at += 4) {
                block[at] = 0x40;
            }
            return block;
        }
    }

    @FunctionalInterface
    private interface Measured {
        void measure(Http2Client client, RetainedMemory memory, Shape shape) throws IOException;
    }

    private static void withEachShape(Mode mode, Measured measured) throws IOException {
        for (Shape shape : Shape.values()) {
            try (Gate gate = new Gate();
                    TestServer server = Http2Servers.create(mode)) {
                server.handle("/slow", exchange -> {
                    gate.pass();
                    exchange.getRequestBody().readAllBytes();
                    Http2Servers.respond(exchange, "slow");
                });
                server.start();
                RetainedMemory memory = new RetainedMemory(server.server());
                try (Http2Client client = Http2Client.connect(server).preface().giveNoRoom()) {
                    measured.measure(client, memory, shape);
                }
            }
        }
    }

    private static void assertCounted(RetainedMemory memory, Shape shape) {
        Deadlines.await(
                () -> shape + ": at most twice the account: " + memory.compare(),
                () -> memory.compare().retained() <= 2 * memory.compare().counted() + OF_CONNECTION);
    }

    @InModes
    void answeredRequestsRetainNoHead(Mode mode) throws IOException {
        withEachShape(mode, (client, memory, shape) -> {
            for (int stream = 1; stream < 2 * STREAMS; stream += 2) {
                client.whole(stream, shape.request("GET", "/hello"));
            }
            for (int i = 0; i < STREAMS; i++) {
                client.await(Http2Frame.HEADERS);
            }

            assertCounted(memory, shape);
            Deadlines.await(
                    () -> shape + ": the heads are gone: " + memory.compare(),
                    () -> memory.compare().retained() <= STREAMS * ANSWERED + OF_CONNECTION);
        });
    }

    @InModes
    void requestsThatWaitForTheirContentAreCounted(Mode mode) throws IOException {
        withEachShape(mode, (client, memory, shape) -> {
            for (int stream = 1; stream < 2 * STREAMS; stream += 2) {
                client.send(Http2Frame.HEADERS, Http2Frame.END_HEADERS, stream, post(shape));
            }
            client.ping("all here").await(Http2Frame.PING);

            assertCounted(memory, shape);
        });
    }

    private static byte[] post(Shape shape) {
        byte[] request = shape.request("POST", "/echo");
        byte[] length = Http2Client.block("content-length", "5");
        byte[] both = Arrays.copyOf(request, request.length + length.length);
        System.arraycopy(length, 0, both, request.length, length.length);
        return both;
    }

    @InModes({Mode.CACHED_POOL, Mode.FIXED_POOL})
    void requestsWhoseHandlersRunAreCounted(Mode mode) throws IOException {
        withEachShape(mode, (client, memory, shape) -> {
            for (int stream = 1; stream < 2 * STREAMS; stream += 2) {
                client.whole(stream, shape.request("GET", "/slow"));
            }
            client.ping("all here").await(Http2Frame.PING);

            assertCounted(memory, shape);
        });
    }
}
