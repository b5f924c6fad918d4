package dev.ringer.http2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Http2Client;
import dev.ringer.testkit.Http2Frame;
import dev.ringer.testkit.Http2Servers;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Over;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;

/**
 * Tests clients that send a burst of requests before they have read the server's SETTINGS, and so open more streams than
 * the server allows. What the client sends on refused streams breaks no rule (RFC 9113, 5.1).
 */
@Timeout(120)
@Over({Transport.H2C, Transport.H2})
class BurstBeforeSettingsTest {
    private static final int PRIORITY = 2;
    private static final int REFUSED_STREAM = 7;
    private static final int ENHANCE_YOUR_CALM = 11;

    /** What follows the request heads on each stream. */
    private enum Rest {
        NOTHING(Http2Frame.HEADERS, Http2Frame.END_STREAM),
        CONTENT(Http2Frame.DATA),
        EMPTY_CONTENT_AND_TRAILERS(Http2Frame.DATA, Http2Frame.HEADERS),
        TRAILERS(Http2Frame.HEADERS),
        CONTENT_AND_TRAILERS(Http2Frame.DATA, Http2Frame.HEADERS),
        WINDOW_UPDATES(Http2Frame.WINDOW_UPDATE, Http2Frame.DATA),
        PRIORITIES(BurstBeforeSettingsTest.PRIORITY, Http2Frame.DATA);

        private final int[] types;

        Rest(int... types) {
            this.types = types;
        }

        int headFlags() {
            return Http2Frame.END_HEADERS | (this == NOTHING ? Http2Frame.END_STREAM : 0);
        }

        void writeTo(ByteArrayOutputStream all, int stream) {
            for (int i = 0; this != NOTHING && i < types.length; i++) {
                int end = i == types.length - 1 ? Http2Frame.END_STREAM : 0;
                byte[] content = this == EMPTY_CONTENT_AND_TRAILERS ? new byte[0] : "hello".getBytes();
                Http2Frame frame = switch (types[i]) {
                    case Http2Frame.DATA -> new Http2Frame(Http2Frame.DATA, end, stream, content);
                    case Http2Frame.HEADERS ->
                        new Http2Frame(
                                Http2Frame.HEADERS,
                                Http2Frame.END_HEADERS | end,
                                stream,
                                Http2Client.block("x-sum", "1"));
                    case PRIORITY -> new Http2Frame(PRIORITY, 0, stream, new byte[5]);
                    default -> new Http2Frame(types[i], 0, stream, Http2Client.number(1_000));
                };
                all.writeBytes(frame.encoded());
            }
        }
    }

    private static byte[] burst(int streams, Rest rest, boolean interleaved) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int stream = 1; stream < 2 * streams; stream += 2) {
            byte[] block = Http2Client.request("POST", "/echo");
            all.writeBytes(new Http2Frame(Http2Frame.HEADERS, rest.headFlags(), stream, block).encoded());
            if (interleaved) {
                rest.writeTo(all, stream);
            }
        }
        for (int stream = 1; !interleaved && stream < 2 * streams; stream += 2) {
            rest.writeTo(all, stream);
        }
        return all.toByteArray();
    }

    @InModes
    void answersWhatItAcceptsAndRefusesTheRest(Mode mode) throws IOException {
        play(mode, 400, 128);
    }

    @InModes(inTurn = true)
    void answersTheFewThatItAcceptsOfThousands(Mode mode) throws IOException {
        play(mode, 3_000, 4);
    }

    private static void play(Mode mode, int streams, int maxStreams) throws IOException {
        try (TestServer server = Http2Servers.create(mode, "ringer.http2.maxStreams", "" + maxStreams)
                .start()) {
            for (Rest rest : Rest.values()) {
                for (boolean interleaved : new boolean[] {false, true}) {
                    try (Http2Client client = Http2Client.open(server)) {
                        client.send(burst(streams, rest, interleaved));
                        client.ping("all sent");
                        for (int stream = 1; stream < 2 * streams; stream += 2) {
                            client.answer(stream);
                        }

                        String what = rest + (interleaved ? ", interleaved" : "");
                        long answered = IntStream.range(0, streams)
                                .filter(i -> client.soFar(2 * i + 1).complete())
                                .peek(i -> assertThat(client.soFar(2 * i + 1).status())
                                        .as(what)
                                        .isEqualTo(200))
                                .count();
                        long refused = IntStream.range(0, streams)
                                .filter(i -> client.soFar(2 * i + 1).resetCode() == REFUSED_STREAM)
                                .count();
                        assertThat(answered).as(what).isGreaterThanOrEqualTo(maxStreams);
                        assertThat(refused).as(what).isEqualTo(streams - answered);
                        assertThat(client.goAwayCode()).as(what).isEqualTo(-1);
                        assertThat(client.get(2 * streams + 1, "/hello")
                                        .answer(2 * streams + 1)
                                        .text())
                                .as(what)
                                .isEqualTo("hello");
                    }
                }
            }
        }
    }

    @InModes(Mode.FIXED_POOL)
    void endsTheConnectionOfAClientThatOpensRefusedStreamsForever(Mode mode) throws IOException {
        try (TestServer server = Http2Servers.create(mode, "ringer.http2.maxStreams", "1")
                        .handle("/never", exchange -> {}) // occupies the only stream
                        .start();
                Http2Client attacker = Http2Client.open(server)) {
            attacker.get(1, "/never");
            byte[] block = Http2Client.request("GET", "/hello");
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            int stream = 3;
            for (int round = 0; round < 100 && attacker.goAwayCode() < 0; round++) {
                all.reset();
                for (int i = 0; i < 500; i++, stream += 2) {
                    all.writeBytes(new Http2Frame(Http2Frame.HEADERS, 5, stream, block).encoded());
                }
                try {
                    attacker.send(all.toByteArray()).ping("all sent").await(Http2Frame.PING);
                } catch (IOException closed) {
                    break;
                }
            }

            assertThat(attacker.goAwayCode()).isEqualTo(ENHANCE_YOUR_CALM);
        }
    }
}
