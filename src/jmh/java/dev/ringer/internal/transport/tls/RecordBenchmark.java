package dev.ringer.internal.transport.tls;

import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.bytes.ClientMemory;
import dev.ringer.internal.protocol.Loop;
import dev.ringer.internal.protocol.Transport;
import dev.ringer.internal.time.NanoClock;
import dev.ringer.testkit.TestKeys;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * What a request and its response cost in TLS: by the engines alone, and through Ringer's reader and writer. Both contain
 * the client's wrapping of the request, which {@link #client} measures with its unwrapping. Without a socket: the network is a buffer.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class RecordBenchmark {
    private static final int REQUEST = 137;

    /** Bytes of the response: a small one, and what a full output buffer holds. */
    @Param({"130", "32768"})
    public int response;

    private final ByteBuffer request = ByteBuffer.allocate(REQUEST);
    private final ByteBuffer network = ByteBuffer.allocate(TlsBuffers.CAPACITY);
    private final ByteBuffer sent = ByteBuffer.allocate(TlsBuffers.CAPACITY);
    private final byte[] received = new byte[64 * 1024];
    private ByteBuffer body;
    private SSLEngine client;
    private SSLEngine server;
    private RecordReader reader;
    private RecordWriter writer;

    @Setup
    public void handshake() throws Exception {
        body = ByteBuffer.allocateDirect(response);
        client = engine(TestKeys.clientContext(), true);
        server = engine(TestKeys.serverContext(), false);
        ByteBuffer data = ByteBuffer.allocate(32 * 1024);
        ByteBuffer toServer = ByteBuffer.allocate(64 * 1024);
        ByteBuffer toClient = ByteBuffer.allocate(64 * 1024);
        for (int i = 0; i < 20; i++) {
            pass(client, server, toServer, data);
            pass(server, client, toClient, data);
        }
        Transport transport = network();
        BufferedMemory memory = new BufferedMemory(0);
        TlsBuffers buffers = new TlsBuffers(TlsBuffers.newPool(memory));
        writer = new RecordWriter(transport, server, buffers);
        reader = new RecordReader(
                server,
                new CiphertextInput(transport, buffers),
                writer,
                buffers,
                new ClientMemory(memory),
                NanoClock.INSTANCE);
    }

    private static SSLEngine engine(SSLContext context, boolean clientMode) throws Exception {
        SSLEngine engine = context.createSSLEngine();
        engine.setUseClientMode(clientMode);
        engine.beginHandshake();
        return engine;
    }

    /** Moves what one side has to say to the other, as far as that one takes it now. */
    private static void pass(SSLEngine from, SSLEngine to, ByteBuffer network, ByteBuffer data) throws Exception {
        runTasks(from);
        while (from.getHandshakeStatus() == HandshakeStatus.NEED_WRAP
                && from.wrap(ByteBuffer.allocate(0), network).bytesProduced() > 0) {
            // all there is
        }
        network.flip();
        while (network.hasRemaining() && to.unwrap(network, data.clear()).bytesConsumed() > 0) {
            runTasks(to);
        }
        network.compact();
    }

    private static void runTasks(SSLEngine engine) {
        for (Runnable task; (task = engine.getDelegatedTask()) != null; ) {
            task.run();
        }
    }

    /** A transport of which only reading, writing and the question for the thread are of interest. */
    private Transport network() {
        Loop loop = (Loop) Proxy.newProxyInstance(
                Loop.class.getClassLoader(), new Class<?>[] {Loop.class}, (proxy, method, arguments) -> true);
        return (Transport) Proxy.newProxyInstance(
                Transport.class.getClassLoader(), new Class<?>[] {Transport.class}, (proxy, method, arguments) -> {
                    switch (method.getName()) {
                        case "loop":
                            return loop;
                        case "read":
                            int count = Math.min(network.remaining(), (int) arguments[2]);
                            network.get((byte[]) arguments[0], (int) arguments[1], count);
                            return count;
                        case "write":
                            ByteBuffer from = (ByteBuffer) arguments[0];
                            from.position(from.limit());
                            return null;
                        default:
                            throw new AssertionError(method);
                    }
                });
    }

    private void sendRequest() throws Exception {
        network.clear();
        client.wrap(request.clear(), network);
        network.flip();
    }

    @Benchmark
    public int client() throws Exception {
        sendRequest();
        // the server must keep count of records
        return server.unwrap(network, ByteBuffer.wrap(received)).bytesProduced();
    }

    @Benchmark
    public int engines() throws Exception {
        sendRequest();
        int count = server.unwrap(network, ByteBuffer.wrap(received)).bytesProduced();
        body.clear();
        sent.clear();
        while (body.hasRemaining()) {
            server.wrap(body, sent);
        }
        return count;
    }

    @Benchmark
    public int ringer() throws Exception {
        sendRequest();
        int count = reader.read(ByteBuffer.wrap(received));
        body.clear();
        writer.write(body);
        return count;
    }
}
