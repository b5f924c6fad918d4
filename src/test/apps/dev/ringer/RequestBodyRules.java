package dev.ringer;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.reactivestreams.tck.TestEnvironment;
import org.reactivestreams.tck.flow.FlowPublisherVerification;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;

/** The rules of Reactive Streams for the bodies of real requests. Each element of a publisher is one byte. */
public class RequestBodyRules extends FlowPublisherVerification<ByteBuffer> {
    private static final int TIMEOUT_MILLIS = 2_000;
    private static final int QUIET_MILLIS = 200;

    private final BlockingQueue<RequestBody> bodies = new LinkedBlockingQueue<>();
    private HttpServer server;

    public RequestBodyRules() {
        super(new TestEnvironment(TIMEOUT_MILLIS, QUIET_MILLIS));
    }

    @BeforeClass
    public void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> bodies.add(RequestBody.of(exchange, 1)));
        server.createContext("/closed", exchange -> {
            RequestBody body = RequestBody.of(exchange);
            exchange.close();
            bodies.add(body);
        });
        server.setExecutor(Executors.newCachedThreadPool());
        server.start();
    }

    @AfterClass
    public void stop() {
        server.stop(0);
    }

    private RequestBody upload(String path, int length) {
        try {
            Socket client = new Socket(
                    InetAddress.getLoopbackAddress(), server.getAddress().getPort());
            String head = "POST " + path + " HTTP/1.1\r\nHost: test\r\nContent-Length: " + length + "\r\n\r\n";
            client.getOutputStream().write((head + "x".repeat(length)).getBytes(StandardCharsets.US_ASCII));
            RequestBody body = bodies.poll(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
            if (body == null) {
                throw new AssertionError("no request in time");
            }
            return body;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public long maxElementsFromPublisher() {
        return 20_000;
    }

    @Override
    public Flow.Publisher<ByteBuffer> createFlowPublisher(long elements) {
        return upload("/", (int) Math.min(elements, maxElementsFromPublisher()));
    }

    @Override
    public Flow.Publisher<ByteBuffer> createFailedFlowPublisher() {
        return upload("/closed", 10);
    }
}
