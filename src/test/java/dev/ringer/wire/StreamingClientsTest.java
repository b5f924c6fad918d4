package dev.ringer.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpExchange;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Over;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;

/**
 * Tests published clients that send a body without announcing its length. curl and Node wait for the response to each
 * line before they send the next. Python's and Java's clients send everything before they read.
 */
@Tag("outer")
@Timeout(120)
@Over({Transport.CLEAR, Transport.H2C})
class StreamingClientsTest {
    private static final List<String> LINES = List.of("first", "second", "third");

    private static TestServer start(Mode mode) throws IOException {
        return TestServer.create(Provider.RINGER, mode, Map.of())
                .handle("/echo", StreamingClientsTest::echo)
                .handle("/count", StreamingClientsTest::count)
                .start();
    }

    private static void echo(HttpExchange exchange) throws IOException {
        InputStream in = exchange.getRequestBody();
        byte[] piece = new byte[100];
        int count = in.read(piece);
        exchange.sendResponseHeaders(200, 0);
        OutputStream out = exchange.getResponseBody();
        for (; count >= 0; count = in.read(piece)) {
            out.write(piece, 0, count);
            out.flush();
        }
        exchange.close();
    }

    private static void count(HttpExchange exchange) throws IOException {
        byte[] answer = Long.toString(exchange.getRequestBody().transferTo(OutputStream.nullOutputStream()))
                .getBytes();
        exchange.sendResponseHeaders(200, answer.length);
        exchange.getResponseBody().write(answer);
        exchange.close();
    }

    private static Process run(List<String> command) throws IOException {
        boolean there = Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(folder -> new File(folder, command.get(0)).canExecute());
        assumeTrue(there, command.get(0) + " is not there");
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static String output(Process process) throws Exception {
        try {
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            assertThat(process.waitFor(Deadlines.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
            assertThat(process.exitValue()).isZero();
            return output;
        } finally {
            process.destroyForcibly();
        }
    }

    /** With {@code -T -} instead of {@code -T .}, curl receives nothing while it waits for its standard input. */
    @InModes
    void curlGetsEachLineBack(Mode mode, Transport transport) throws Exception {
        for (String expect : new String[] {"Expect:", "Expect: 100-continue", "Incremental: ?1"}) {
            try (TestServer server = start(mode)) {
                List<String> command = new ArrayList<>(List.of("curl", "-sSN", "-T", ".", "-H", expect));
                if (transport == Transport.H2C) {
                    command.add("--http2-prior-knowledge");
                }
                command.add("http://127.0.0.1:" + server.port() + "/echo");
                Process curl = run(command);
                try (OutputStream in = curl.getOutputStream()) {
                    for (String line : LINES) {
                        in.write((line + "\n").getBytes());
                        in.flush();
                        assertThat(new String(curl.getInputStream().readNBytes(line.length() + 1)))
                                .isEqualTo(line + "\n");
                    }
                }

                assertThat(output(curl)).isEmpty();
            }
        }
    }

    @InModes
    void nodeGetsEachLineBack(Mode mode, Transport transport) throws Exception {
        String http1 = "const q = require('http').request({port: process.argv[1], method: 'POST', path: '/echo'}, go)";
        String http2 = "const c = require('http2').connect('http://127.0.0.1:' + process.argv[1]);"
                + "const q = c.request({':method': 'POST', ':path': '/echo'}, {endStream: false});"
                + "go(q); q.on('end', () => c.close())";
        String script = "const lines = ['first', 'second', 'third'];"
                + "function send() { if (lines.length) q.write(lines.shift() + '\\n'); else q.end() }"
                + "function go(r) { r.on('data', d => { process.stdout.write(d); send() }) }"
                + (transport == Transport.H2C ? http2 : http1)
                + "; send()";
        try (TestServer server = start(mode)) {
            Process node = run(List.of("node", "-e", script, Integer.toString(server.port())));

            assertThat(output(node)).isEqualTo(String.join("\n", LINES) + "\n");
        }
    }

    @InModes
    @Over(Transport.CLEAR)
    void pythonSendsWhatItGenerates(Mode mode) throws Exception {
        String script = "import http.client, sys\n"
                + "c = http.client.HTTPConnection('127.0.0.1', int(sys.argv[1]))\n"
                + "for size in 1, 100, 5000:\n"
                + "    c.request('POST', '/count', body=(b'x' * size for i in range(30)))\n"
                + "    print(c.getresponse().read().decode())\n";
        try (TestServer server = start(mode)) {
            Process python = run(List.of("python3", "-c", script, Integer.toString(server.port())));

            assertThat(output(python).split("\\s+")).containsExactly("30", "3000", "150000");
        }
    }

    @InModes
    void javaSendsAStream(Mode mode, Transport transport) throws Exception {
        HttpClient client = HttpClient.newBuilder()
                .version(transport == Transport.H2C ? HttpClient.Version.HTTP_2 : HttpClient.Version.HTTP_1_1)
                .build();
        try (TestServer server = start(mode)) {
            for (int length : new int[] {0, 1, 60_000, 70_000, 3_000_000}) {
                HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + "/count"))
                        .POST(HttpRequest.BodyPublishers.ofInputStream(
                                () -> new ByteArrayInputStream(new byte[length])))
                        .build();

                HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());

                assertThat(answer.body()).isEqualTo(Integer.toString(length));
            }
        }
    }
}
