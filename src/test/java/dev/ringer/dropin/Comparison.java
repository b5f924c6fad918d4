package dev.ringer.dropin;

import static java.net.http.HttpClient.Version.HTTP_1_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * One program, running on both providers at once, and asked the same; on Ringer also, in a third process, over HTTP/2.
 *
 * <p>Used by one thread. Closing it ends the processes.
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

    private Comparison(List<Service> services) {
        this.onJdk = services.get(0);
        this.onRinger = services.get(1);
        this.overHttp2 = services.get(2);
    }

    static Comparison of(Program program) {
        var classes = program.compiled();
        var services = new ArrayList<Service>();
        try {
            for (var provider : Provider.values()) {
                services.add(Service.of(program, provider, classes));
            }
            return new Comparison(services);
        } catch (AssertionError e) {
            services.forEach(Service::close);
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
            assertThat(expectedAnswer(request, overHttp2).withoutFraming())
                    .as("%s over HTTP/2", request)
                    .isEqualTo(answer.withoutFraming());
        }
    }

    /** All programs say a line that begins so, and the same one. */
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
