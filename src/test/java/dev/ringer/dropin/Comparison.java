package dev.ringer.dropin;

import static java.net.http.HttpClient.Version.HTTP_1_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.process.RunningProgram;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * Runs one program on the JDK's server, on Ringer, and on Ringer over HTTP/2. The three processes get the same
 * requests.
 *
 * <p>Used by one thread. {@link #close} ends the processes.
 */
final class Comparison implements AutoCloseable {
    private final HttpClient client = HttpClient.newBuilder()
            .version(HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .build();
    private final Service onJdk;
    private final Service onRinger;
    private final Service overHttp2;
    private String volatilePattern = "$^";

    private Comparison(List<RunningProgram> programs) {
        this.onJdk = Service.of(programs.get(0), Provider.JDK);
        this.onRinger = Service.of(programs.get(1), Provider.RINGER);
        this.overHttp2 = Service.of(programs.get(2), Provider.RINGER_HTTP2);
    }

    /** Starts all three processes at the same time, which takes as long as the slowest start. */
    static Comparison of(Program program) {
        var classes = program.compiled();
        var programs = Stream.of(Provider.JDK, Provider.RINGER, Provider.RINGER_HTTP2)
                .map(provider -> program.start(provider, classes))
                .toList();
        try {
            return new Comparison(programs);
        } catch (AssertionError e) {
            programs.forEach(RunningProgram::close);
            throw e;
        }
    }

    /** Removes matches from the answers, for example times and process numbers. */
    Comparison ignoring(String pattern) {
        volatilePattern = pattern;
        return this;
    }

    void asks(Request... requests) throws InterruptedException {
        for (var request : requests) {
            var expected = expectedAnswer(request, onJdk);
            var answer = expectedAnswer(request, onRinger);
            assertThat(answer).as("%s", request).isEqualTo(expected);
            assertThat(expectedAnswer(request, overHttp2).withoutFraming())
                    .as("%s over HTTP/2", request)
                    .isEqualTo(answer.withoutFraming());
        }
    }

    /** Checks that all programs print the same line with this beginning. */
    void bothSay(String beginning) {
        var expected = onJdk.program().awaitLine(beginning);
        assertThat(onRinger.program().awaitLine(beginning)).isEqualTo(expected);
        assertThat(overHttp2.program().awaitLine(beginning)).isEqualTo(expected);
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
            if (service.provider() == Provider.RINGER_HTTP2) {
                return Answer.of(request.overHttp2(service.port()));
            }
            return Answer.of(client.send(request.to(service.port()), BodyHandlers.ofByteArray()));
        } catch (IOException e) {
            throw new AssertionError(request + " got no answer on " + service.provider(), e);
        }
    }

    @Override
    public void close() {
        overHttp2.close();
        onRinger.close();
        onJdk.close();
    }
}
