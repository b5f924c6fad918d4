package dev.ringer.contract;

import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.RawClient;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.CountDownLatch;

/** Tests clients that leave in the middle of an exchange. */
class ClientGoneTest {
    @InModes
    void failsTheWriter(Mode mode) throws Exception {
        for (long length : new long[] {0, 100 << 20}) {
            Outcome outcome = Comparison.play(mode, stage -> {
                CountDownLatch gone = new CountDownLatch(1);
                stage.serve(exchange -> {
                    exchange.sendResponseHeaders(200, length);
                    exchange.getResponseBody().write('!');
                    exchange.getResponseBody().flush();
                    Deadlines.await(gone);
                    stage.attempt("write", () -> writeMuch(exchange.getResponseBody()));
                });
                RawClient client = stage.connect().get("/");
                stage.note("begins: " + client.readUntil("!").endsWith("!"));

                client.reset();
                gone.countDown();

                stage.awaitServerNotes(1);
                stage.note("others are served: " + stage.connect().fate());
            });

            outcome.agrees("server: write: IOException");
        }
    }

    @InModes
    void failsTheReader(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.serve(exchange -> {
                stage.note("first " + exchange.getRequestBody().read());
                try {
                    stage.note("rest of " + exchange.getRequestBody().readAllBytes().length);
                } catch (IOException expected) { // any kind of IOException
                    stage.note("rest: none");
                }
            });
            RawClient client = stage.connect().request("POST", "/", "Content-Length: 100000");
            client.send("a");
            stage.awaitServerNotes(1);

            client.reset();

            stage.awaitServerNotes(2);
            stage.note("others are served: " + stage.connect().fate());
        });

        outcome.agrees("server: rest: none", "others are served: connection usable");
    }

    private static void writeMuch(OutputStream out) throws IOException {
        byte[] piece = new byte[1 << 16];
        for (int i = 0; i < 1000; i++) {
            out.write(piece);
        }
    }
}
