package dev.ringer.multipart;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** A file of 10 MiB: slices, streams and collected forms, beside those of other parsers, over the same bytes. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class LargePartBenchmark {
    @Param({"random", "text", "near64", "nearOnly"})
    public String content;

    private byte[] body;
    private final byte[] into = new byte[BenchmarkBodies.PIECE];
    private final FormOptions inMemory = FormOptions.builder()
            .fileThresholdBytes(64 << 20)
            .maxMemoryBytes(64 << 20)
            .build();

    @Setup
    public void prepare() {
        body = BenchmarkBodies.onePart(content);
    }

    @Benchmark
    public int ceilingFindEveryCr() {
        return BenchmarkBodies.countCr(body, body.length);
    }

    @Benchmark
    public long slicesRinger() throws IOException {
        CountingSink sink = new CountingSink();
        MultipartParser parser = new MultipartParser(BenchmarkBodies.CONTENT_TYPE, inMemory, sink);
        for (int from = 0; from < body.length; from += BenchmarkBodies.PIECE) {
            parser.feed(body, from, Math.min(BenchmarkBodies.PIECE, body.length - from));
        }
        parser.finish();
        return checked(sink.bytes);
    }

    @Benchmark
    public long slicesJetty() {
        return checked(JettyPeer.slices(body, BenchmarkBodies.BOUNDARY));
    }

    @Benchmark
    public long slicesNetty() throws IOException {
        return checked(NettyPeer.slices(body, BenchmarkBodies.CONTENT_TYPE));
    }

    @Benchmark
    public long streamRinger() throws IOException {
        FormReader reader = FormReader.of(new ByteArrayInputStream(body), BenchmarkBodies.CONTENT_TYPE, inMemory);
        return checked(drain(reader.next().stream()));
    }

    @Benchmark
    public long streamJetty() throws IOException {
        return checked(drain(JettyPeer.stream(body, BenchmarkBodies.BOUNDARY)));
    }

    @Benchmark
    public long streamCommons() throws IOException {
        return checked(drain(CommonsPeer.stream(body, BenchmarkBodies.BOUNDARY)));
    }

    @Benchmark
    public long collectedRinger() throws IOException {
        try (Form form = Form.read(new ByteArrayInputStream(body), BenchmarkBodies.CONTENT_TYPE, inMemory)) {
            return checked(form.file("file").size());
        }
    }

    @Benchmark
    public long collectedCommons() throws IOException {
        return checked(
                CommonsPeer.collect(body, BenchmarkBodies.CONTENT_TYPE).get(0).getSize());
    }

    private long drain(InputStream in) throws IOException {
        long total = 0;
        for (int count = in.read(into); count >= 0; count = in.read(into)) {
            total += count;
        }
        return total;
    }

    private static long checked(long bytes) {
        if (bytes != BenchmarkBodies.SIZE) {
            throw new IllegalStateException("read " + bytes);
        }
        return bytes;
    }

    private static final class CountingSink implements PartSink {
        long bytes;

        @Override
        public void onPartBegin(PartHeaders headers) {}

        @Override
        public void onPartData(byte[] slice, int offset, int length) {
            bytes += length;
        }

        @Override
        public void onPartEnd() {}
    }
}
