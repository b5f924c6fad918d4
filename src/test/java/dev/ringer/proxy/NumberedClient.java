package dev.ringer.proxy;

import static dev.ringer.proxy.NumberedService.NUMBER;
import static dev.ringer.proxy.NumberedService.checksum;
import static dev.ringer.proxy.NumberedService.content;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Sends request number n, of a kind that n determines, and checks that the answer has the number n. Thread-safe. */
final class NumberedClient {
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI server;
    private final boolean asksForHeads;

    NumberedClient(int port, boolean asksForHeads) {
        this.asksForHeads = asksForHeads;
        server = URI.create("http://localhost:" + port);
    }

    void exchange(int number) throws IOException, InterruptedException {
        switch (number % 7) {
            case 0 -> getsBody("/fixed", number);
            case 1 -> getsBody("/chunked", number);
            case 2 -> {
                if (asksForHeads) {
                    getsHeadOnly(number);
                }
            }
            case 3 -> getsNotModified(number);
            case 4 -> getsBody("/closing", number);
            case 5 -> uploads(number, true);
            default -> leavesDownload(number);
        }
    }

    /** Sends no HEAD or partial download, which can fail unseen, and no Expect, at which JDK 17's client hangs. */
    void exchangeInFull(int number) throws IOException, InterruptedException {
        switch (number % 3) {
            case 0 -> getsBody("/fixed", number);
            case 1 -> getsBody("/chunked", number);
            default -> uploads(number, false);
        }
    }

    private void getsBody(String path, int number) throws IOException, InterruptedException {
        var answer = answer(request(path, number), 200);
        assertThat(answer.body()).isEqualTo(content(number));
    }

    private void getsHeadOnly(int number) throws IOException, InterruptedException {
        var answer = answer(request("/fixed", number).method("HEAD", BodyPublishers.noBody()), 200);
        assertThat(answer.body()).isEmpty();
        assertThat(answer.headers().firstValueAsLong("Content-Length")).hasValue(content(number).length);
    }

    private void getsNotModified(int number) throws IOException, InterruptedException {
        var answer = answer(request("/unchanged", number).header("If-None-Match", "\"any\""), 304);
        assertThat(answer.body()).isEmpty();
    }

    private void uploads(int number, boolean expectContinue) throws IOException, InterruptedException {
        var upload = content(number);
        var request =
                request("/upload", number).expectContinue(expectContinue).POST(BodyPublishers.ofByteArray(upload));
        assertThat(answer(request, 200).body()).asString().isEqualTo(checksum(upload));
    }

    private void leavesDownload(int number) throws IOException, InterruptedException {
        var answer = client.send(request("/large", number).build(), BodyHandlers.ofInputStream());
        try (var body = answer.body()) {
            assertThat(body.readNBytes(10_000)).hasSize(10_000);
        }
    }

    private HttpRequest.Builder request(String path, int number) {
        return HttpRequest.newBuilder(server.resolve(path))
                .timeout(Duration.ofSeconds(20))
                .header(NUMBER, Integer.toString(number));
    }

    private HttpResponse<byte[]> answer(HttpRequest.Builder request, int status)
            throws IOException, InterruptedException {
        var sent = request.build();
        var answer = client.send(sent, BodyHandlers.ofByteArray());
        assertThat(answer.statusCode()).as("%s", sent).isEqualTo(status);
        assertThat(answer.headers().firstValue(NUMBER)).isEqualTo(sent.headers().firstValue(NUMBER));
        return answer;
    }
}
