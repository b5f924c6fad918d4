package embedded;

import java.io.IOException;

/** An agent that opens a server of its own, as metrics agents do. */
public final class ServerOpeningAgent {
    public static void premain(String arguments) throws IOException {
        System.out.println("agent: " + Probe.served());
    }
}
