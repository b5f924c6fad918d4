package dev.ringer.stress;

import dev.ringer.testkit.Transport;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** Sends valid requests in pieces of random sizes, and checks the response to each. */
final class StressClient implements Callable<Long> {
    private static final int PATIENCE_MILLIS = 20_000;
    private static final String[] BODILESS = {"/plain", "/later", "/twice", "/interrupt", "/large"};
    private static final String[] WITH_BODY = {"/echo", "/later-echo", "/duplex", "/ignore"};

    private final int port;
    private final long seed;
    private final long end;
    private final Random random;
    private long serial;
    private long answered;
    private Socket tcp;
    private Socket socket; // tcp, or the TLS socket over it
    private InputStream in;

    StressClient(int port, long seed, long end) {
        this.port = port;
        this.seed = seed;
        this.end = end;
        this.random = new Random(seed);
    }

    /** A request and the body of its answer. */
    private record Expectation(String request, String answer) {}

    @Override
    public Long call() throws Exception {
        try {
            while (goesOn()) {
                connect();
                for (int round = random.nextInt(40); round >= 0 && goesOn(); round--) {
                    converse();
                }
                leave();
            }
            return answered;
        } catch (IOException | RuntimeException e) {
            throw new AssertionError("client with seed " + seed + " after " + answered + " answers", e);
        }
    }

    /** Whether to send more: until the time is up, and at least until the first response. */
    private boolean goesOn() {
        return answered == 0 || System.nanoTime() - end < 0;
    }

    private void connect() throws IOException {
        tcp = Transport.connect(port);
        socket = Transport.current().over(tcp);
        socket.setSoTimeout(PATIENCE_MILLIS);
        in = new BufferedInputStream(socket.getInputStream());
    }

    /** Closes the connection normally, resets it within a request, or resets it before the response. */
    private void leave() throws IOException {
        switch (random.nextInt(3)) {
            case 0 -> socket.close();
            case 1 -> {
                socket.getOutputStream().write(bytes(withBody("/echo").request.substring(0, 60)));
                tcp.setSoLinger(true, 0);
                tcp.close();
            }
            default -> {
                socket.getOutputStream().write(bytes(bodiless("/large").request));
                tcp.setSoLinger(true, 0);
                tcp.close();
            }
        }
    }

    private void converse() throws IOException {
        List<Expectation> batch = new ArrayList<>();
        StringBuilder requests = new StringBuilder();
        int size = random.nextInt(3) > 0 ? 1 : 2 + random.nextInt(20);
        for (int i = 0; i < size; i++) {
            Expectation next = random.nextInt(3) > 0
                    ? bodiless(BODILESS[random.nextInt(BODILESS.length)])
                    : withBody(WITH_BODY[random.nextInt(WITH_BODY.length)]);
            batch.add(next);
            requests.append(next.request);
        }
        sendInPieces(bytes(requests.toString()));
        for (Expectation expected : batch) {
            check(expected);
        }
    }

    private Expectation bodiless(String path) {
        String id = seed + "-" + serial++;
        return new Expectation("GET " + path + "?" + id + " HTTP/1.1\r\nHost: test\r\n\r\n", id);
    }

    private Expectation withBody(String path) {
        String id = seed + "-" + serial++;
        String body = (id + ".").repeat(1 + random.nextInt(150));
        String head = "POST " + path + "?" + id + " HTTP/1.1\r\nHost: test\r\n";
        String answer = path.equals("/ignore") ? id : body;
        if (random.nextBoolean()) {
            return new Expectation(head + "Content-Length: " + body.length() + "\r\n\r\n" + body, answer);
        }
        int half = body.length() / 2;
        String chunks = chunk(body.substring(0, half)) + chunk(body.substring(half));
        return new Expectation(head + "Transfer-Encoding: chunked\r\n\r\n" + chunks + "0\r\n\r\n", answer);
    }

    private static String chunk(String data) {
        return data.isEmpty() ? "" : Integer.toHexString(data.length()) + "\r\n" + data + "\r\n";
    }

    private void sendInPieces(byte[] bytes) throws IOException {
        int at = 0;
        while (at < bytes.length) {
            int piece = random.nextInt(4) > 0 ? bytes.length - at : 1 + random.nextInt(bytes.length - at);
            socket.getOutputStream().write(bytes, at, piece);
            at += piece;
            if (random.nextInt(3) == 0) {
                LockSupport.parkNanos(random.nextInt(300_000)); // only varies the timing, and orders nothing
            }
        }
    }

    private void check(Expectation expected) throws IOException {
        String status = line();
        if (!status.startsWith("HTTP/1.1 200 ")) {
            throw new IOException("answer to " + firstLine(expected) + ": " + status);
        }
        long length = -1;
        for (String field = line(); !field.isEmpty(); field = line()) {
            if (field.startsWith("Content-length: ")) {
                length = Long.parseLong(field.substring(16));
            }
        }
        String body = length >= 0 ? text((int) length) : chunked();
        if (!body.equals(expected.answer) && !isLarge(body, expected)) {
            throw new IOException("wrong answer to " + firstLine(expected) + ": " + body.length() + " bytes, begins "
                    + body.substring(0, Math.min(body.length(), 60)));
        }
        answered++;
    }

    private static boolean isLarge(String body, Expectation expected) {
        return expected.request.startsWith("GET /large")
                && body.startsWith(expected.answer)
                && body.length() == expected.answer.length() + StressHandlers.LARGE;
    }

    private static String firstLine(Expectation expected) {
        return expected.request.lines().findFirst().orElseThrow();
    }

    private String chunked() throws IOException {
        StringBuilder body = new StringBuilder();
        while (true) {
            int size = Integer.parseInt(line(), 16);
            body.append(text(size));
            line();
            if (size == 0) {
                return body.toString();
            }
        }
    }

    private String text(int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("cut off after " + bytes.length + " of " + length);
        }
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("connection ended in a head");
            }
            line.append((char) next);
        }
        line.setLength(line.length() - 1);
        return line.toString();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
