package published;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Has Jolokia's program attach its agent to this JVM while it runs. */
final class AttachedAgent {
    public static void main(String[] arguments) throws IOException, InterruptedException {
        var port = Ready.freePort();
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var pid = Long.toString(ProcessHandle.current().pid());
        new ProcessBuilder(List.of(
                        java,
                        "-jar",
                        System.getProperty("agent.jar"),
                        "--host",
                        "localhost",
                        "--port",
                        Integer.toString(port),
                        "start",
                        pid))
                .inheritIO()
                .start()
                .waitFor(); // fails on a slow machine, although the agent starts
        Ready.at(port);
    }
}
