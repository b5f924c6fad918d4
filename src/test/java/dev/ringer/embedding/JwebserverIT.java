package dev.ringer.embedding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.process.JavaCommand;
import dev.ringer.process.RingerJar;
import dev.ringer.process.RunningProgram;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

/** Tests the JDK's command-line file server. Its JVM flags can be set only from outside. */
@EnabledForJreRange(min = JRE.JAVA_18, disabledReason = "jwebserver came with JDK 18")
class JwebserverIT {
    @Test
    void servesFilesOnRinger(@TempDir Path folder) throws Exception {
        Files.writeString(folder.resolve("hello.txt"), "Hello, file");
        var loadedClasses = folder.resolve("classes.log");
        var jwebserver = JavaCommand.tool("jwebserver", "-p", 0, "-d", folder)
                .withToolOptions(
                        "-javaagent:" + RingerJar.path().toAbsolutePath() + " -Xlog:class+load:file=" + loadedClasses);

        try (var program = RunningProgram.started(jwebserver)) {
            var url = program.awaitLine("URL ").substring("URL ".length());
            var answer = HttpClient.newHttpClient()
                    .send(HttpRequest.newBuilder(URI.create(url + "hello.txt")).build(), BodyHandlers.ofString());

            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body()).isEqualTo("Hello, file");
        }
        assertThat(loadedClasses)
                .content()
                .contains("dev.ringer.RingerProvider")
                .doesNotContain("HttpServerImpl ");
    }
}
