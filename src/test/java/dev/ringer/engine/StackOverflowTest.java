package dev.ringer.engine;

import dev.ringer.engine.OverflowMain.Call;
import dev.ringer.process.JavaCommand;
import dev.ringer.process.RunningProgram;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests handlers that call the API when hardly any stack is left, so that the stack overflows anywhere inside of the
 * server. A client must always get an answer, or the end of its connection. The server has a process of its own, because
 * a class of the JDK that is used for the first time then stays broken.
 */
@Tag("outer")
@Timeout(300)
class StackOverflowTest {
    private static final int FRAMES = 400;

    @ParameterizedTest
    @EnumSource
    void serverAnswersOrEndsTheConnection(Transport transport) throws IOException {
        JavaCommand command = JavaCommand.java(
                "-cp", System.getProperty("java.class.path"), OverflowMain.class.getName(), transport.name());
        try (RunningProgram program = RunningProgram.started(command)) {
            int port = Integer.parseInt(program.awaitLine("port ").substring("port ".length()));
            useEverythingOnce(port, transport);
            for (Call call : Call.values()) {
                for (int frames = 0; frames < FRAMES; frames++) {
                    assertAnswersOrEnds(port, transport, call, frames);
                }
            }
        }
    }

    private static void assertAnswersOrEnds(int port, Transport transport, Call call, int frames) {
        try (RawClient client = RawClient.connect(port, transport)) {
            for (int request = 0; request < 2; request++) {
                client.post("/" + call + "?" + frames, "body");
                client.readResponse();
            }
        } catch (SocketTimeoutException e) {
            throw new AssertionError("neither an answer nor an end: " + call + " after " + frames + " frames", e);
        } catch (IOException ended) { // as it may
        }
    }

    private static void useEverythingOnce(int port, Transport transport) throws IOException {
        List<RawClient> clients = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            RawClient client = RawClient.connect(port, transport);
            clients.add(client);
            for (Call call : Call.values()) {
                if (call != Call.CLOSE) {
                    client.post("/" + call + "?-1", "body").readResponse();
                }
            }
            client.post("/" + Call.CLOSE + "?-1", "body").readToEnd();
        }
        for (RawClient client : clients) {
            client.close();
        }
    }
}
