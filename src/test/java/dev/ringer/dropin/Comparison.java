package dev.ringer.dropin;

import static java.net.http.HttpClient.Version.HTTP_1_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/**
 * One program, running on both providers at once, and asked the same.
 *
 * <p>Used by one thread. Closing it ends both processes.
 */
final class Comparison implements AutoCloseable {
    private final HttpClient client = HttpClient.newBuilder()
            .version(HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .build();
    private final String host;
    private final RunningProgram onJdk;
    private final RunningProgram onRinger;
    private String volatilePattern = "$^";

    private Comparison(String host, RunningProgram onJdk, RunningProgram onRinger) {
        this.host = host;
        this.onJdk = onJdk;
        this.onRinger = onRinger;
    }

    static Comparison of(Program program) {
        return at("localhost", program);
    }

    /** For programs that listen on an address of their own choice. */
    static Comparison at(String host, Program program) {
        var classes = program.compiled();
        var onJdk = program.start(Provider.JDK, classes);
        try {
            return new Comparison(host, onJdk, program.start(Provider.RINGER, classes));
        } catch (AssertionError e) {
            onJdk.close();
            throw e;
        }
    }

    /** Takes what matches out of the bodies: times, process numbers and the like. */
    Comparison ignoring(String pattern) {
        volatilePattern = pattern;
        return this;
    }

    Comparison asks(Request... requests) throws InterruptedException {
        for (var request : requests) {
            var expected = answer(request, onJdk);
            var answer = answer(request, onRinger);
            assertThat(answer).as("%s", request).isEqualTo(expected);
        }
        return this;
    }

    /** Both programs say a line that begins so, and the same one. */
    void bothSay(String beginning) {
        assertThat(onRinger.awaitLine(beginning)).isEqualTo(onJdk.awaitLine(beginning));
    }

    private Answer answer(Request request, RunningProgram program) throws InterruptedException {
        var answer = sent(request, program);
        assertThat(answer.status())
                .as("status of %s by %s", request, program.providerClassName())
                .isEqualTo(request.status());
        assertThat(answer.body())
                .as("body of %s by %s", request, program.providerClassName())
                .contains(request.content());
        return answer.without(":" + program.port()).without(volatilePattern);
    }

    private Answer sent(Request request, RunningProgram program) throws InterruptedException {
        try {
            return Answer.of(client.send(request.to(host, program.port()), BodyHandlers.ofByteArray()));
        } catch (IOException e) {
            throw new AssertionError(request + " got no answer from " + program.providerClassName(), e);
        }
    }

    @Override
    public void close() {
        onRinger.close();
        onJdk.close();
    }
}
