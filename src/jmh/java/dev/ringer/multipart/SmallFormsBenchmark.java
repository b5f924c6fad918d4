package dev.ringer.multipart;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/** 25 small forms as browsers write them; every name, text and file is asked for. Time and bytes are per form. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(25)
public class SmallFormsBenchmark {
    private final List<BenchmarkBodies.SmallForm> forms = BenchmarkBodies.smallForms();
    private final FormOptions options = FormOptions.defaults();

    @Benchmark
    public void slicesRinger(Blackhole hole) throws IOException {
        for (BenchmarkBodies.SmallForm form : forms) {
            MultipartParser parser = new MultipartParser(form.contentType(), options, new HoleSink(hole));
            parser.feed(form.body(), 0, form.body().length);
            parser.finish();
        }
    }

    @Benchmark
    public void streamRinger(Blackhole hole) throws IOException {
        for (BenchmarkBodies.SmallForm form : forms) {
            FormReader reader = FormReader.of(new ByteArrayInputStream(form.body()), form.contentType(), options);
            for (FormPart part = reader.next(); part != null; part = reader.next()) {
                hole.consume(part.name());
                hole.consume(part.isFile() ? part.bytes() : part.text());
            }
        }
    }

    @Benchmark
    public void collectedRinger(Blackhole hole) throws IOException {
        for (BenchmarkBodies.SmallForm small : forms) {
            try (Form form = Form.read(new ByteArrayInputStream(small.body()), small.contentType(), options)) {
                for (FormEntry entry : form.entries()) {
                    hole.consume(entry.name());
                    hole.consume(entry instanceof FormField field ? field.text() : ((FormFile) entry).stream());
                }
            }
        }
    }

    @Benchmark
    public void collectedJetty(Blackhole hole) throws Exception {
        for (BenchmarkBodies.SmallForm form : forms) {
            JettyPeer.collect(form.body(), form.boundary(), hole);
        }
    }

    @Benchmark
    public void collectedCommons(Blackhole hole) throws IOException {
        for (BenchmarkBodies.SmallForm form : forms) {
            CommonsPeer.collect(form.body(), form.contentType(), hole);
        }
    }

    @Benchmark
    public void streamCommons(Blackhole hole) throws IOException {
        for (BenchmarkBodies.SmallForm form : forms) {
            CommonsPeer.iterate(form.body(), form.contentType(), hole);
        }
    }

    @Benchmark
    public void collectedNetty(Blackhole hole) throws IOException {
        for (BenchmarkBodies.SmallForm form : forms) {
            NettyPeer.collect(form.body(), form.contentType(), hole);
        }
    }

    private record HoleSink(Blackhole hole) implements PartSink {
        @Override
        public void onPartBegin(PartHeaders headers) {
            hole.consume(headers.name());
        }

        @Override
        public void onPartData(byte[] bytes, int offset, int length) {
            hole.consume(length);
        }

        @Override
        public void onPartEnd() {}
    }
}
