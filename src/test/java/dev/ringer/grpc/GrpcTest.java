package dev.ringer.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Over;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.Ring;
import dev.ringer.testkit.TestKeys;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.ApplicationProtocolConfig;
import io.grpc.netty.shaded.io.netty.handler.ssl.ClientAuth;
import io.grpc.netty.shaded.io.netty.handler.ssl.IdentityCipherSuiteFilter;
import io.grpc.netty.shaded.io.netty.handler.ssl.JdkSslContext;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;

/** Tests grpc-java's client with a service that is a Ringer handler, in the clear and over TLS. */
@Timeout(120)
@Over({Transport.H2C, Transport.H2})
class GrpcTest {
    private static final int LARGE = 4 << 20;

    private final BlockingQueue<Object> notes = new LinkedBlockingQueue<>();

    private interface Play {
        void on(ManagedChannel channel) throws Exception;
    }

    /** Runs a test with a channel over its transport. */
    private void play(Mode mode, Play play) throws Exception {
        play(mode, Map.of(), play);
    }

    private void play(Mode mode, Map<String, String> properties, Play play) throws Exception {
        try (TestServer server = TestServer.create(Provider.RINGER, mode, properties)
                .handle("/test/echo", new GrpcService(GrpcTest::echo))
                .handle("/test/sum", new GrpcService(GrpcTest::sum))
                .handle("/test/count", new GrpcService(GrpcTest::count))
                .handle("/test/refuse", new GrpcService(GrpcTest::refuse))
                .handle("/test/stall", new GrpcService(this::stall))
                .handle("/test/fail", new GrpcService(GrpcTest::fail))
                .handle("/limited", this::limited)
                .handle("/", GrpcService::unimplemented)
                .start()) {
            ManagedChannel channel = channelTo(server, server.transport());
            try {
                play.on(channel);
            } finally {
                channel.shutdownNow();
                channel.awaitTermination(Deadlines.PATIENCE.toSeconds(), TimeUnit.SECONDS);
            }
        }
    }

    private static ManagedChannel channelTo(TestServer server, Transport transport) {
        NettyChannelBuilder builder =
                NettyChannelBuilder.forAddress("localhost", server.port()).maxInboundMessageSize(LARGE);
        if (transport == Transport.H2C) {
            return builder.usePlaintext().build();
        }
        ApplicationProtocolConfig protocols = new ApplicationProtocolConfig(
                ApplicationProtocolConfig.Protocol.ALPN,
                ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
                ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
                "h2");
        JdkSslContext tls = new JdkSslContext(
                TestKeys.clientContext(),
                true,
                null,
                IdentityCipherSuiteFilter.INSTANCE,
                protocols,
                ClientAuth.NONE,
                null,
                false);
        return builder.sslContext(tls).build();
    }

    // ---- the service

    private static void echo(GrpcService.Call call) throws IOException {
        for (Optional<byte[]> next = call.receive(); next.isPresent(); next = call.receive()) {
            call.send(next.get());
        }
    }

    private static void sum(GrpcService.Call call) throws IOException {
        int sum = 0;
        for (Optional<byte[]> next = call.receive(); next.isPresent(); next = call.receive()) {
            sum += Integer.parseInt(new String(next.get()));
        }
        call.send(Integer.toString(sum).getBytes());
    }

    private static void count(GrpcService.Call call) throws IOException {
        int end = Integer.parseInt(new String(call.receive().orElseThrow()));
        for (int i = 0; i < end; i++) {
            call.send(Integer.toString(i).getBytes());
        }
    }

    private static void refuse(GrpcService.Call call) throws IOException, GrpcService.Failed {
        call.receive();
        throw new GrpcService.Failed(GrpcService.INVALID_ARGUMENT, "not this one");
    }

    private static void fail(GrpcService.Call call) throws IOException {
        call.receive();
        throw new IllegalStateException("on purpose");
    }

    /** Reads content without having begun a response, so that the time limits apply. */
    private void limited(HttpExchange exchange) throws IOException {
        try {
            exchange.getRequestBody().readAllBytes();
        } catch (IOException tooSlow) {
            notes.add("too slow");
            throw tooSlow;
        }
    }

    /** Sends one message, and waits for another that never comes. */
    private void stall(GrpcService.Call call) throws IOException {
        call.receive();
        call.send("begun".getBytes());
        try {
            call.receive();
            notes.add("ended");
        } catch (IOException cancelled) {
            notes.add("cancelled");
            throw cancelled;
        }
    }

    // ---- the client

    private static MethodDescriptor<byte[], byte[]> method(MethodType type, String name) {
        return MethodDescriptor.newBuilder(new Bytes(), new Bytes())
                .setType(type)
                .setFullMethodName("test/" + name)
                .build();
    }

    /** Passes messages on unchanged. */
    private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
        @Override
        public InputStream stream(byte[] message) {
            return new ByteArrayInputStream(message);
        }

        @Override
        public byte[] parse(InputStream message) {
            try {
                return message.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Collects the messages of a call, then its status. */
    private static final class Answers implements StreamObserver<byte[]> {
        private final BlockingQueue<String> messages = new LinkedBlockingQueue<>();
        private final CountDownLatch over = new CountDownLatch(1);
        private volatile Status status;

        @Override
        public void onNext(byte[] message) {
            messages.add(new String(message));
        }

        @Override
        public void onError(Throwable failure) {
            status = Status.fromThrowable(failure);
            over.countDown();
        }

        @Override
        public void onCompleted() {
            status = Status.OK;
            over.countDown();
        }

        String next() throws InterruptedException {
            return messages.poll(Deadlines.PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        }

        Status.Code end() {
            Deadlines.await(over);
            return status.getCode();
        }
    }

    private static String unary(ManagedChannel channel, String method, String message) {
        byte[] answer = ClientCalls.blockingUnaryCall(
                channel, method(MethodType.UNARY, method), CallOptions.DEFAULT, message.getBytes());
        return new String(answer);
    }

    @InModes
    void callsOnce(Mode mode) throws Exception {
        play(mode, channel -> {
            assertThat(unary(channel, "echo", "hello")).isEqualTo("hello");
            assertThat(unary(channel, "echo", "")).isEmpty();
        });
    }

    @InModes
    void carriesLargeMessages(Mode mode) throws Exception {
        byte[] large = new byte[LARGE];
        new Random(1).nextBytes(large);
        play(mode, channel -> {
            byte[] answer = ClientCalls.blockingUnaryCall(
                    channel, method(MethodType.UNARY, "echo"), CallOptions.DEFAULT, large);

            assertThat(Arrays.equals(answer, large)).isTrue();
        });
    }

    @InModes
    void streamsUp(Mode mode) throws Exception {
        play(mode, channel -> {
            Answers answers = new Answers();
            ClientCall<byte[], byte[]> call =
                    channel.newCall(method(MethodType.CLIENT_STREAMING, "sum"), CallOptions.DEFAULT);
            StreamObserver<byte[]> numbers = ClientCalls.asyncClientStreamingCall(call, answers);
            for (int i = 1; i <= 1000; i++) {
                numbers.onNext(Integer.toString(i).getBytes());
            }
            numbers.onCompleted();

            assertThat(answers.next()).isEqualTo("500500");
            assertThat(answers.end()).isEqualTo(Status.Code.OK);
        });
    }

    @InModes
    void streamsDown(Mode mode) throws Exception {
        int all = Ring.choose(200, 1000);
        play(mode, channel -> {
            Iterator<byte[]> numbers = ClientCalls.blockingServerStreamingCall(
                    channel,
                    method(MethodType.SERVER_STREAMING, "count"),
                    CallOptions.DEFAULT,
                    Integer.toString(all).getBytes());
            int count = 0;
            while (numbers.hasNext()) {
                assertThat(new String(numbers.next())).isEqualTo(Integer.toString(count++));
            }

            assertThat(count).isEqualTo(all);
        });
    }

    @InModes
    void streamsBothWaysInTurns(Mode mode) throws Exception {
        int turns = Ring.choose(20, 100);
        play(mode, channel -> {
            Answers answers = new Answers();
            ClientCall<byte[], byte[]> call =
                    channel.newCall(method(MethodType.BIDI_STREAMING, "echo"), CallOptions.DEFAULT);
            StreamObserver<byte[]> words = ClientCalls.asyncBidiStreamingCall(call, answers);
            for (int i = 0; i < turns; i++) {
                words.onNext(("word " + i).getBytes());

                assertThat(answers.next()).isEqualTo("word " + i);
            }
            words.onCompleted();

            assertThat(answers.end()).isEqualTo(Status.Code.OK);
        });
    }

    /** A call of another method shows when the time limit has passed. */
    @InModes(concurrent = true)
    void letsAStreamRestForLongerThanTheTimeLimit(Mode mode) throws Exception {
        play(mode, Map.of("ringer.http2", "on", "ringer.bodyStallTimeout", "300 ms"), channel -> {
            Answers answers = new Answers();
            ClientCall<byte[], byte[]> call =
                    channel.newCall(method(MethodType.BIDI_STREAMING, "echo"), CallOptions.DEFAULT);
            StreamObserver<byte[]> words = ClientCalls.asyncBidiStreamingCall(call, answers);
            words.onNext("before".getBytes());
            assertThat(answers.next()).isEqualTo("before");

            MethodDescriptor<byte[], byte[]> limited = MethodDescriptor.newBuilder(new Bytes(), new Bytes())
                    .setType(MethodType.BIDI_STREAMING)
                    .setFullMethodName("limited/method")
                    .build();
            ClientCalls.asyncBidiStreamingCall(channel.newCall(limited, CallOptions.DEFAULT), new Answers())
                    .onNext("hello".getBytes());
            assertThat(note()).isEqualTo("too slow");

            words.onNext("after".getBytes());
            assertThat(answers.next()).isEqualTo("after");
            words.onCompleted();
            assertThat(answers.end()).isEqualTo(Status.Code.OK);
        });
    }

    @InModes
    void tellsThatAMethodHasThrown(Mode mode) throws Exception {
        play(mode, channel -> {
            assertThatThrownBy(() -> unary(channel, "fail", "x"))
                    .isInstanceOfSatisfying(
                            StatusRuntimeException.class,
                            failure -> assertThat(failure.getStatus().getCode()).isEqualTo(Status.Code.INTERNAL));
            assertThat(unary(channel, "echo", "hello")).isEqualTo("hello");
        });
    }

    @InModes
    void tellsWhyACallFailed(Mode mode) throws Exception {
        play(mode, channel -> {
            assertThatThrownBy(() -> unary(channel, "refuse", "x"))
                    .isInstanceOfSatisfying(StatusRuntimeException.class, failure -> {
                        assertThat(failure.getStatus().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
                        assertThat(failure.getStatus().getDescription()).isEqualTo("not this one");
                    });
            assertThatThrownBy(() -> unary(channel, "nothing", "x"))
                    .isInstanceOfSatisfying(StatusRuntimeException.class, failure -> {
                        assertThat(failure.getStatus().getCode()).isEqualTo(Status.Code.UNIMPLEMENTED);
                        assertThat(failure.getStatus().getDescription()).isEqualTo("no such method");
                    });
            assertThat(unary(channel, "echo", "hello")).isEqualTo("hello");
        });
    }

    @InModes({Mode.NO_EXECUTOR, Mode.FIXED_POOL, Mode.VIRTUAL})
    void endsACallAtItsDeadline(Mode mode) throws Exception {
        play(mode, channel -> {
            assertThat(unary(channel, "echo", "connect")).isEqualTo("connect");
            Answers answers = new Answers();
            CallOptions soon = CallOptions.DEFAULT.withDeadlineAfter(1, TimeUnit.SECONDS);
            ClientCall<byte[], byte[]> call = channel.newCall(method(MethodType.BIDI_STREAMING, "stall"), soon);
            ClientCalls.asyncBidiStreamingCall(call, answers).onNext("begin".getBytes());

            assertThat(answers.next()).isEqualTo("begun");
            assertThat(answers.end()).isEqualTo(Status.Code.DEADLINE_EXCEEDED);
            assertThat(note()).isEqualTo("cancelled");
            assertThat(unary(channel, "echo", "hello")).isEqualTo("hello");
        });
    }

    @InModes
    void endsACallThatIsCancelled(Mode mode) throws Exception {
        play(mode, channel -> {
            Answers answers = new Answers();
            ClientCall<byte[], byte[]> call =
                    channel.newCall(method(MethodType.BIDI_STREAMING, "stall"), CallOptions.DEFAULT);
            ClientCalls.asyncBidiStreamingCall(call, answers).onNext("begin".getBytes());
            assertThat(answers.next()).isEqualTo("begun");

            call.cancel("enough", null);

            assertThat(answers.end()).isEqualTo(Status.Code.CANCELLED);
            assertThat(note()).isEqualTo("cancelled");
            assertThat(unary(channel, "echo", "hello")).isEqualTo("hello");
        });
    }

    private Object note() throws InterruptedException {
        return notes.poll(Deadlines.PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    }

    @InModes
    void callsManyTimesAtOnce(Mode mode) throws Exception {
        play(mode, channel -> {
            List<Future<byte[]>> answers = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                ClientCall<byte[], byte[]> call =
                        channel.newCall(method(MethodType.UNARY, "echo"), CallOptions.DEFAULT);
                answers.add(ClientCalls.futureUnaryCall(call, ("call " + i).getBytes()));
            }

            for (int i = 0; i < 100; i++) {
                byte[] answer = answers.get(i).get(Deadlines.PATIENCE.toSeconds(), TimeUnit.SECONDS);
                assertThat(new String(answer)).isEqualTo("call " + i);
            }
        });
    }

    /** Checks that the client receives the head and the trailers as separate sections. */
    @InModes(Mode.FIXED_POOL)
    void tellsTrailersFromTheHead(Mode mode) throws Exception {
        play(mode, channel -> {
            BlockingQueue<Metadata> sections = new LinkedBlockingQueue<>();
            ClientCall<byte[], byte[]> call = channel.newCall(method(MethodType.UNARY, "echo"), CallOptions.DEFAULT);
            call.start(
                    new ClientCall.Listener<>() {
                        @Override
                        public void onHeaders(Metadata head) {
                            sections.add(head);
                        }

                        @Override
                        public void onClose(Status status, Metadata trailers) {
                            sections.add(trailers);
                        }
                    },
                    new Metadata());
            call.request(2);
            call.sendMessage("hello".getBytes());
            call.halfClose();

            Metadata.Key<String> date = Metadata.Key.of("date", Metadata.ASCII_STRING_MARSHALLER);
            assertThat(sections.poll(10, TimeUnit.SECONDS).get(date)).isNotNull();
            assertThat(sections.poll(10, TimeUnit.SECONDS).get(date)).isNull();
        });
    }
}
