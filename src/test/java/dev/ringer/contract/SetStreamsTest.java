package dev.ringer.contract;

import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpExchange;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.RawClient;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReference;

/** Tests {@code setStreams} and {@code close}. */
class SetStreamsTest {
    @InModes
    void laterGettersReturnTheNewStreams(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.serve(exchange -> {
                InputStream in = new ByteArrayInputStream(new byte[0]);
                OutputStream out = OutputStream.nullOutputStream();
                OutputStream original = exchange.getResponseBody();
                exchange.setStreams(in, null);
                stage.note("in is new: " + (exchange.getRequestBody() == in));
                stage.note("out is kept: " + (exchange.getResponseBody() == original));
                exchange.setStreams(null, out);
                stage.note("in is kept: " + (exchange.getRequestBody() == in));
                stage.note("out is new: " + (exchange.getResponseBody() == out));
                exchange.setStreams(null, original);
                exchange.sendResponseHeaders(200, -1);
            });

            stage.noteResponse(stage.connect().get("/"));
        });

        outcome.agrees("server: in is new: true", "server: out is kept: true", "server: out is new: true");
    }

    @InModes
    void aFilterMayTranslateBothBodies(Mode mode) throws Exception {
        for (long length : new long[] {0, 5}) {
            Outcome outcome = Comparison.play(mode, stage -> {
                HttpContext context = stage.serve(exchange -> {
                    byte[] body = exchange.getRequestBody().readAllBytes();
                    exchange.sendResponseHeaders(200, length);
                    exchange.getResponseBody().write(body);
                    exchange.getResponseBody().close();
                });
                context.getFilters().add(Stage.filter((exchange, chain) -> {
                    exchange.setStreams(
                            new UpperCaseInput(exchange.getRequestBody()),
                            new BracketOutput(exchange.getResponseBody()));
                    chain.doFilter(exchange);
                }));
                RawClient client = stage.connect().post("/", "abc");

                stage.noteResponse(client);
                stage.note(client.fate());
            });

            outcome.agrees("body: [ABC]", "connection usable");
        }
    }

    @InModes
    void closeClosesTheResponseStreamThatWasSet(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.serve(exchange -> {
                exchange.setStreams(null, new BracketOutput(exchange.getResponseBody()));
                exchange.sendResponseHeaders(200, 0);
                exchange.getResponseBody().write("abc".getBytes());
                stage.attempt("close", exchange::close);
                stage.attempt("close again", exchange::close);
            });
            RawClient client = stage.connect().get("/");

            stage.noteResponse(client);
            stage.note(client.fate());
        });

        outcome.agrees("server: close: ok", "server: close again: ok", "body: [abc]", "connection usable");
    }

    @InModes
    void streamsMayBeSetAfterTheHeaders(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.serve(exchange -> {
                exchange.sendResponseHeaders(200, 0);
                exchange.setStreams(null, new BracketOutput(exchange.getResponseBody()));
                exchange.getResponseBody().write("abc".getBytes());
                exchange.getResponseBody().close();
            });

            stage.noteResponse(stage.connect().get("/"));
        });

        outcome.agrees("body: [abc]");
    }

    @InModes
    void aResponseStreamThatFailsToCloseClosesTheConnection(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.serve(exchange -> {
                exchange.setStreams(null, new FilterOutputStream(exchange.getResponseBody()) {
                    @Override
                    public void close() throws IOException {
                        throw new IOException("on purpose");
                    }
                });
                exchange.sendResponseHeaders(200, 0);
                stage.attempt("close", exchange::close);
            });
            RawClient client = stage.connect().get("/");

            stage.awaitServerNotes(1);
            client.readToEnd();
            stage.note(client.fate());
        });

        outcome.agrees("server: close: ok", "connection closed");
    }

    @InModes
    void closeWithoutHeadersClosesTheConnection(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.serve(exchange -> {
                stage.attempt("close", exchange::close);
                stage.attempt("close again", exchange::close);
                stage.attempt("send headers", () -> exchange.sendResponseHeaders(200, -1));
            });

            stage.noteResponse(stage.connect().get("/"));
        });

        outcome.agrees("server: close: ok", "server: close again: ok", "no response: closed");
    }

    @InModes
    void lateClosesLeaveTheNextExchangeAlone(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            var first = new AtomicReference<HttpExchange>();
            stage.serve(exchange -> {
                if (first.compareAndSet(null, exchange)) {
                    exchange.sendResponseHeaders(200, -1);
                    return;
                }
                first.get().close();
                stage.attempt("write", () -> first.get().getResponseBody().write('!'));
                exchange.sendResponseHeaders(200, 2);
                first.get().close();
                exchange.getResponseBody().write("ok".getBytes());
                exchange.close();
            });
            RawClient client = stage.connect();

            stage.noteResponse(client.get("/"));
            stage.noteResponse(client.get("/"));
            stage.note(client.fate());
        });

        outcome.agrees("server: write: IOException", "body: ok", "connection usable");
    }

    private static final class UpperCaseInput extends FilterInputStream {
        UpperCaseInput(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int next = super.read();
            return next < 0
                    ? next
                    : String.valueOf((char) next).toUpperCase(Locale.ROOT).charAt(0);
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            int next = length == 0 ? 0 : read();
            if (next <= 0) {
                return next;
            }
            bytes[offset] = (byte) next;
            return 1;
        }
    }

    /** Puts brackets around the bytes of each {@code write}, and writes nothing when closed. */
    private static final class BracketOutput extends FilterOutputStream {
        BracketOutput(OutputStream out) {
            super(out);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            out.write('[');
            out.write(bytes, offset, length);
            out.write(']');
        }
    }
}
