package dev.ringer;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.TestServer;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * One request and its response through a whole server, over the loopback, from a client that allocates nothing. So
 * {@code -prof gc} shows what the server allocates; the time is that of a round trip, most of it the kernel's and the
 * scheduler's. Virtual threads need JDK 21.
 */
@State(Scope.Thread)
@BenchmarkMode(org.openjdk.jmh.annotations.Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class RoundTripBenchmark {
    private static final byte[] HELLO = bytes("Hello, World!");

    private static final String PLAIN = """
            GET /plain HTTP/1.1
            Host: 127.0.0.1

            """;

    private static final String BROWSER = """
            GET /headers HTTP/1.1
            Host: 127.0.0.1
            Connection: keep-alive
            sec-ch-ua: "Not=A?Brand";v="24", "Chromium";v="140"
            sec-ch-ua-mobile: ?0
            sec-ch-ua-platform: "Linux"
            Upgrade-Insecure-Requests: 1
            User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36
            Accept: text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8
            Sec-Fetch-Site: same-origin
            Sec-Fetch-Mode: navigate
            Sec-Fetch-Dest: document
            Accept-Encoding: gzip, deflate, br, zstd
            Accept-Language: en-GB,en;q=0.9
            Cookie: session=8f14e45fceea167a5a36dedd4bea2543; theme=dark

            """;

    private static final String ECHO = """
            POST /echo HTTP/1.1
            Host: 127.0.0.1
            Content-Length: 1024

            """;

    /** Who serves. */
    @Param({"JDK", "RINGER"})
    public Provider provider;

    /** Who runs the handler. */
    @Param({"NO_EXECUTOR", "FIXED_POOL", "CACHED_POOL", "VIRTUAL"})
    public Mode mode;

    /** What is asked for. */
    @Param({"plain", "headers", "echo"})
    public String request;

    private final ByteBuffer response = ByteBuffer.allocateDirect(8 * 1024);
    private ByteBuffer message;
    private TestServer server;
    private SocketChannel channel;
    private int responseLength;

    /** Starts the server and learns how long its response is. */
    @Setup
    public void start() throws IOException {
        Map<String, String> withoutStalls = Map.of("sun.net.httpserver.nodelay", "true");
        server = TestServer.create(provider, mode, withoutStalls)
                .handle("/plain", exchange -> answer(exchange, HELLO))
                .handle("/headers", RoundTripBenchmark::headers)
                .handle(
                        "/echo",
                        exchange -> answer(exchange, exchange.getRequestBody().readAllBytes()))
                .start();
        String text = switch (request) {
            case "plain" -> PLAIN;
            case "headers" -> BROWSER;
            case "echo" -> ECHO + "x".repeat(1024);
            default -> throw new IllegalArgumentException(request);
        };
        byte[] bytes = bytes(text.replace("\n", "\r\n"));
        message = ByteBuffer.allocateDirect(bytes.length).put(bytes);
        channel = SocketChannel.open(new InetSocketAddress("127.0.0.1", server.port()));
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        responseLength = lengthOfFirstResponse();
    }

    private int lengthOfFirstResponse() throws IOException {
        try (SocketChannel probe = SocketChannel.open(new InetSocketAddress("127.0.0.1", server.port()))) {
            probe.write(message.duplicate().flip());
            String end = request.equals("echo") ? "x".repeat(1024) : "Hello, World!";
            ByteBuffer received = ByteBuffer.allocate(8 * 1024);
            String text = "";
            while (!text.endsWith(end)) {
                if (probe.read(received) < 0) {
                    throw new EOFException(text);
                }
                text = new String(received.array(), 0, received.position(), StandardCharsets.ISO_8859_1);
            }
            return received.position();
        }
    }

    /** Stops the server. */
    @TearDown
    public void stop() throws IOException {
        channel.close();
        server.close();
    }

    /** Sends a request and waits for the last byte of its response. */
    @Benchmark
    public int roundTrip() throws IOException {
        message.flip();
        while (message.hasRemaining()) {
            channel.write(message);
        }
        response.clear();
        while (response.position() < responseLength) {
            if (channel.read(response) < 0) {
                throw new EOFException("the server closed");
            }
        }
        return response.position();
    }

    private static void headers(HttpExchange exchange) throws IOException {
        Headers request = exchange.getRequestHeaders();
        int seen = request.getFirst("Accept").length()
                + request.getFirst("User-Agent").length()
                + request.getFirst("Accept-Language").length()
                + request.getFirst("Cookie").length()
                + request.getFirst("Host").length();
        Headers response = exchange.getResponseHeaders();
        response.set("Content-Type", "text/plain; charset=utf-8");
        response.set("Cache-Control", "no-store");
        response.set("X-Seen", Integer.toString(seen));
        answer(exchange, HELLO);
    }

    private static void answer(HttpExchange exchange, byte[] body) throws IOException {
        exchange.sendResponseHeaders(200, body.length);
        try (OutputStream to = exchange.getResponseBody()) {
            to.write(body);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
