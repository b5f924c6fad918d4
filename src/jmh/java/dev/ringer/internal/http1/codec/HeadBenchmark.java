package dev.ringer.internal.http1.codec;

import com.sun.net.httpserver.Headers;
import dev.ringer.headers.RingerHeaders;
import dev.ringer.internal.bytes.RecentCache;
import dev.ringer.internal.http.RequestLimits;
import dev.ringer.internal.http.RequestTarget;
import dev.ringer.internal.http.Tolerance;
import dev.ringer.internal.protocol.ResponseFields;
import dev.ringer.options.ServerOptions;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Reading request heads from bytes, and composing a response head. {@code parse} ends where the head is known to be right
 * and complete; {@code take} also copies it out of the buffer, as a server must before it hands it on.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(jvmArgsAppend = "--add-opens=jdk.httpserver/sun.net.httpserver=ALL-UNNAMED")
public class HeadBenchmark {
    private static final String SMALL = """
            GET /plaintext HTTP/1.1
            Host: 127.0.0.1:8080
            User-Agent: curl/8.5.0
            Accept: */*
            Accept-Encoding: gzip
            Connection: keep-alive

            """;
    private static final String BROWSER = """
            GET /headers?page=2 HTTP/1.1
            Host: 127.0.0.1:8080
            Connection: keep-alive
            Cache-Control: max-age=0
            sec-ch-ua: "Not=A?Brand";v="24", "Chromium";v="140"
            sec-ch-ua-mobile: ?0
            sec-ch-ua-platform: "Linux"
            Upgrade-Insecure-Requests: 1
            User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36
            Accept: text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8
            Sec-Fetch-Site: same-origin
            Sec-Fetch-Mode: navigate
            Sec-Fetch-User: ?1
            Sec-Fetch-Dest: document
            Referer: http://127.0.0.1:8080/headers
            Accept-Encoding: gzip, deflate, br, zstd
            Accept-Language: en-GB,en;q=0.9

            """;

    /** Which request is read. */
    @Param({"small", "browser", "heavy"})
    private String request;

    private final RecentCache<RequestTarget> targets = new RecentCache<>();
    private final FramingRules framing = new FramingRules(true, new Tolerance(false));
    private final RequestHeadParser parser = new RequestHeadParser(
            HeadLimits.of(new RequestLimits(ServerOptions.builder().build())), false, true);
    private final ResponseHeadWriter writer = new ResponseHeadWriter();
    private byte[] bytes;
    private Http1RequestHead taken;
    private ResponseFields fields;

    /** Makes the request. */
    @Setup
    public void prepare() {
        String text = switch (request) {
            case "small" -> SMALL;
            case "browser" -> BROWSER;
            case "heavy" -> heavy();
            default -> throw new IllegalArgumentException(request);
        };
        bytes = text.replace("\n", "\r\n").getBytes(StandardCharsets.ISO_8859_1);
        taken = take();
        RingerHeaders headers = new RingerHeaders();
        headers.set("Content-Type", "text/html; charset=utf-8");
        headers.set("Cache-Control", "no-store");
        headers.set("X-Request-Id", "0af7651916cd43dd8448eb211c80319c");
        fields = headers::forEachField;
    }

    private static String heavy() {
        StringBuilder head = new StringBuilder("GET / HTTP/1.1\nHost: 127.0.0.1:8080\n");
        for (int i = 0; i < 60; i++) {
            head.append("X-Custom-Field-")
                    .append(i)
                    .append(": some value of a usual length ")
                    .append(i)
                    .append('\n');
        }
        return head.append('\n').toString();
    }

    /** Reads a head until it is known to be complete and right. */
    @Benchmark
    public boolean parse() {
        parser.reset();
        return parser.parse(bytes, 0, bytes.length);
    }

    /** What the JDK's server does for the same: from a stream in memory to its request line and its headers. */
    @Benchmark
    public Headers jdk() throws Throwable {
        return JdkHeadReader.read(bytes);
    }

    /** Reads a head, copies it out of its buffer, and works out its framing. */
    @Benchmark
    public Http1RequestHead take() {
        parser.reset();
        parser.parse(bytes, 0, bytes.length);
        Http1RequestHead head = parser.takeHead(bytes, 0, targets);
        framing.read(head);
        return head;
    }

    /** Makes strings of all values of a head that was taken before. */
    @Benchmark
    public int values() {
        int length = 0;
        for (int line = 0; line < taken.count(); line++) {
            length += taken.value(line).length();
        }
        return length;
    }

    /** Composes a typical response head. */
    @Benchmark
    public int compose() {
        writer.compose(200, ResponseHeadWriter.Framing.LENGTH, 12_345, fields, false);
        return writer.size();
    }
}
