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
    private final Service onJdk;
    private final Service onRinger;
    private String volatilePattern = "$^";

    private Comparison(Service onJdk, Service onRinger) {
        this.onJdk = onJdk;
        this.onRinger = onRinger;
    }

    static Comparison of(Program program) {
        var classes = program.compiled();
        var onJdk = Service.of(program, Provider.JDK, classes);
        try {
            return new Comparison(onJdk, Service.of(program, Provider.RINGER, classes));
        } catch (AssertionError e) {
            onJdk.close();
            throw e;
        }
    }

    /** Takes what matches out of the answers: times, process numbers and the like. */
    Comparison ignoring(String pattern) {
        volatilePattern = pattern;
        return this;
    }

    void asks(Request... requests) throws InterruptedException {
        for (var request : requests) {
            var expected = expectedAnswer(request, onJdk);
            var answer = expectedAnswer(request, onRinger);
            assertThat(answer).as("%s", request).isEqualTo(expected);
        }
    }

    /** Both programs say a line that begins so, and the same one. */
    void bothSay(String beginning) {
        var expected = onJdk.program().awaitLine(beginning);
        assertThat(onRinger.program().awaitLine(beginning)).isEqualTo(expected);
    }

    private Answer expectedAnswer(Request request, Service service) throws InterruptedException {
        var answer = answer(request, service);
        assertThat(answer.status())
                .as("status of %s on %s", request, service.provider())
                .isEqualTo(request.status());
        assertThat(answer.body())
                .as("body of %s on %s", request, service.provider())
                .contains(request.content());
        return answer.without(":" + service.port()).without(volatilePattern);
    }

    private Answer answer(Request request, Service service) throws InterruptedException {
        try {
            return Answer.of(client.send(request.to(service.port()), BodyHandlers.ofByteArray()));
        } catch (IOException e) {
            throw new AssertionError(request + " got no answer on " + service.provider(), e);
        }
    }

    @Override
    public void close() {
        onRinger.close();
        onJdk.close();
    }
}
