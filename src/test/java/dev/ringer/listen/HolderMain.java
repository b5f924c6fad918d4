package dev.ringer.listen;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.List;

/** A program whose standard input is a listening socket. It starts one server process after the other on the socket. */
final class HolderMain {
    private HolderMain() {}

    /** Takes the number of processes, then the command that starts a {@link ListeningMain}. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        List<String> command = List.of(arguments).subList(1, arguments.length);
        Process serving = null;
        for (int i = Integer.parseInt(arguments[0]); i > 0; i--) {
            Process next = new ProcessBuilder(command)
                    .redirectInput(Redirect.INHERIT)
                    .redirectErrorStream(true)
                    .start();
            awaitListening(next.inputReader());
            if (serving != null) {
                serving.destroy();
                serving.waitFor();
            }
            serving = next;
            System.out.println("serving " + next.pid());
        }
        Process last = serving;
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            last.destroy();
            last.onExit().join();
            System.out.println("ended");
        }));
        System.out.println("done");
        last.waitFor();
    }

    private static void awaitListening(BufferedReader output) throws IOException {
        String line = output.readLine();
        if (line == null || !line.startsWith("listening ")) {
            throw new AssertionError("a server says: " + line);
        }
    }
}
