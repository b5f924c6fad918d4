package dev.ringer.abuse;

import dev.ringer.testkit.RawClient;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** Clients that are slow, maliciously or not, and what the handler of each must see. */
enum SlowClient {
    /** Sends each byte before the stall timeout of 30 seconds. */
    ONE_BYTE_PER_20_SECONDS("The request body arrived too slowly") {
        @Override
        void play(RawClient client, Clock clock) throws Exception {
            beginUpload(client, 100_000); // the handler reads the body
            for (int i = 0; i < 10 && !clock.overAfter(20); i++) {
                client.send("x");
            }
        }
    },

    /** Sends 4 MB, then a byte a second. At 240 bytes a second on average, 4 MB would allow nearly five hours. */
    FOUR_MEGABYTES_AND_THEN_A_DRIP("The request body arrived too slowly") {
        @Override
        void play(RawClient client, Clock clock) throws Exception {
            beginUpload(client, 8 << 20);
            client.sendMeanwhile(new byte[4 << 20]).get(60, TimeUnit.SECONDS);
            for (int i = 0; i < 200 && !clock.overAfter(1); i++) {
                client.send("x");
            }
        }
    },

    /** Sends 20 KB every two seconds. */
    MOBILE_UPLOAD("read 400000 bytes") {
        @Override
        void play(RawClient client, Clock clock) throws Exception {
            beginUpload(client, 400_000);
            for (int i = 0; i < 20 && !clock.overAfter(2); i++) {
                client.send(new byte[20_000]);
            }
        }
    },

    /** Sends 20 KB a second, with one pause of 20 seconds. */
    UPLOAD_FROM_A_PHONE_WITHOUT_A_NET_FOR_20_SECONDS("read 400000 bytes") {
        @Override
        void play(RawClient client, Clock clock) throws Exception {
            beginUpload(client, 400_000);
            for (int i = 0; i < 20 && !clock.overAfter(i == 5 ? 20 : 1); i++) {
                client.send(new byte[20_000]);
            }
        }
    },

    /** Reads something before each stall timeout of a minute. With this timeout alone, it could read on for hours. */
    READER_OF_100_KILOBYTES_PER_55_SECONDS("The client reads the response too slowly") {
        @Override
        void play(RawClient client, Clock clock) throws Exception {
            client.get("/");
            for (int i = 0; i < 4; i++) {
                client.stream().readNBytes(100_000);
                if (clock.overAfter(55)) {
                    return;
                }
            }
        }
    },

    /** Reads 4 MB immediately, and then a byte a second. */
    READER_WHO_PAID_BEFORE("The client reads the response too slowly") {
        @Override
        void play(RawClient client, Clock clock) throws Exception {
            client.get("/").stream().readNBytes(4 << 20);
            for (int i = 0; i < 200 && !clock.overAfter(1); i++) {
                client.stream().read();
            }
        }
    },

    /** Reads 20 KB every two seconds, and then the rest. */
    MOBILE_DOWNLOAD("sent all") {
        @Override
        void play(RawClient client, Clock clock) throws Exception {
            client.get("/");
            for (int i = 0; i < 20 && !clock.overAfter(2); i++) {
                client.stream().readNBytes(20_000);
            }
            client.stream().readNBytes(RESPONSE); // the rest, without pauses
        }
    },

    /** Reads 20 KB a second, with one pause of 20 seconds, and then the rest. */
    DOWNLOAD_TO_A_PHONE_WITHOUT_A_NET_FOR_20_SECONDS("sent all") {
        @Override
        void play(RawClient client, Clock clock) throws Exception {
            client.get("/");
            for (int i = 0; i < 25 && !clock.overAfter(i == 10 ? 20 : 1); i++) {
                client.stream().readNBytes(20_000);
            }
            client.stream().readNBytes(RESPONSE); // the rest, without pauses
        }
    };

    /**
     * The size of the response to a {@code GET} in bytes: more than the system buffers for a client that reads nothing.
     */
    static final int RESPONSE = 16 << 20;

    /** Lets time pass while a client plays. */
    interface Clock {
        /** Waits up to so many seconds for the handler's result; returns whether there is one. */
        boolean overAfter(int seconds) throws Exception;
    }

    private final String seen;

    SlowClient(String seen) {
        this.seen = seen;
    }

    /** Returns what the handler must see in the end, or a part of it. */
    String seen() {
        return seen;
    }

    /** Returns whether the server must cut off this client. It must serve all others. */
    boolean isCutOff() {
        return seen.contains("too ");
    }

    /**
     * Returns whether the test kit can play this client over HTTP/2, where the kit ignores flow control and reads all
     * frames.
     */
    boolean suitsHttp2() {
        return this != FOUR_MEGABYTES_AND_THEN_A_DRIP && this != READER_WHO_PAID_BEFORE;
    }

    /** Plays the client until it has finished or the server has cut it off. */
    abstract void play(RawClient client, Clock clock) throws Exception;

    private static void beginUpload(RawClient client, int length) throws IOException {
        client.request("POST", "/", "Content-Length: " + length);
    }
}
