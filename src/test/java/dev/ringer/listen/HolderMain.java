package dev.ringer.listen;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.List;

/** A program that holds a listening socket as its standard input, and has one process after the other serve it. */
final class HolderMain {
    private HolderMain() {}

    /** How often, then the command of a {@link ListeningMain}. */
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
