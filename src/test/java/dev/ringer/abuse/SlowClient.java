package dev.ringer.abuse;

import dev.ringer.testkit.RawClient;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** A client that is slow, from malice or because it cannot help it, and what its handler is to see of it. */
enum SlowClient {
    /** Each byte comes in time for the limit for silence. */
    ONE_BYTE_PER_20_SECONDS("The request body arrives too slowly") {
        @Override
        void play(RawClient client, Clock clock) throws Exception {
            beginUpload(client, 100_000); // a handler reads it
            for (int i = 0; i < 10 && !clock.overAfter(20); i++) {
                client.send("x");
            }
        }
    },

    /** At 240 bytes a second on average, four megabytes would pay for nearly five hours. */
    FOUR_MEGABYTES_AND_THEN_A_DRIP("The request body arrives too slowly") {
        @Override
        void play(RawClient client, Clock clock) throws Exception {
            beginUpload(client, 8 << 20);
            client.sendMeanwhile(new byte[4 << 20]).get(60, TimeUnit.SECONDS);
            for (int i = 0; i < 200 && !clock.overAfter(1); i++) {
                client.send("x");
            }
        }
    },

    /** 20 KB at a time, with pauses of two seconds. */
    MOBILE_UPLOAD("read 400000 bytes") {
        @Override
        void play(RawClient client, Clock clock) throws Exception {
            beginUpload(client, 400_000);
            for (int i = 0; i < 20 && !clock.overAfter(2); i++) {
                client.send(new byte[20_000]);
            }
        }
    },

    /** 20 KB a second, and nothing at all for 20 seconds. */
    UPLOAD_FROM_A_PHONE_WITHOUT_A_NET_FOR_20_SECONDS("read 400000 bytes") {
        @Override
        void play(RawClient client, Clock clock) throws Exception {
            beginUpload(client, 400_000);
            for (int i = 0; i < 20 && !clock.overAfter(i == 5 ? 20 : 1); i++) {
                client.send(new byte[20_000]);
            }
        }
    },

    /** Each bit of progress would buy it another minute for as long as the response is large. */
    READER_OF_100_KILOBYTES_PER_55_SECONDS("The client takes too little of the response") {
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

    /** It takes 4 MB at once, and then a byte a second. */
    READER_WHO_PAID_BEFORE("The client takes too little of the response") {
        @Override
        void play(RawClient client, Clock clock) throws Exception {
            client.get("/").stream().readNBytes(4 << 20);
            for (int i = 0; i < 200 && !clock.overAfter(1); i++) {
                client.stream().read();
            }
        }
    },

    /** 20 KB at a time, with pauses of two seconds. */
    MOBILE_DOWNLOAD("sent all") {
        @Override
        void play(RawClient client, Clock clock) throws Exception {
            client.get("/");
            for (int i = 0; i < 20 && !clock.overAfter(2); i++) {
                client.stream().readNBytes(20_000);
            }
            client.stream().readNBytes(RESPONSE); // and the rest of it at once
        }
    },

    /** 20 KB a second, and nothing at all for 20 seconds. */
    DOWNLOAD_TO_A_PHONE_WITHOUT_A_NET_FOR_20_SECONDS("sent all") {
        @Override
        void play(RawClient client, Clock clock) throws Exception {
            client.get("/");
            for (int i = 0; i < 25 && !clock.overAfter(i == 10 ? 20 : 1); i++) {
                client.stream().readNBytes(20_000);
            }
            client.stream().readNBytes(RESPONSE); // and the rest of it at once
        }
    };

    /** The size of the response to a {@code GET}: more than the system holds for a client that does not read. */
    static final int RESPONSE = 16 << 20;

    /** Lets time pass, which is what these clients are about. */
    interface Clock {
        /** Whether it is decided within so many seconds what the handler sees. */
        boolean overAfter(int seconds) throws Exception;
    }

    private final String seen;

    SlowClient(String seen) {
        this.seen = seen;
    }

    /** What the handler is to see in the end, or a part of it. */
    String seen() {
        return seen;
    }

    /** Whether it is to be cut off; otherwise it is honest, and gets through. */
    boolean isCutOff() {
        return seen.contains("too ");
    }

    /** Whether the kit can do that over HTTP/2 too, where it sends what it wants and reads all frames that there are. */
    boolean suitsHttp2() {
        return this != FOUR_MEGABYTES_AND_THEN_A_DRIP && this != READER_WHO_PAID_BEFORE;
    }

    /** Does what it does; returns when it is through, or has been cut off. */
    abstract void play(RawClient client, Clock clock) throws Exception;

    private static void beginUpload(RawClient client, int length) throws IOException {
        client.request("POST", "/", "Content-Length: " + length);
    }
}
