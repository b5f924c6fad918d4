package dev.ringer.testkit;

import dev.ringer.process.JavaCommand;
import java.io.File;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs programs with a Ringer server, each in its own JVM, and lists the classes that the JVM loads. Tests check that
 * it loads no unused classes.
 */
public final class LoadedClasses {
    private static final String CLASSES = String.join(File.pathSeparator, "target/classes", "target/test-classes");

    private LoadedClasses() {}

    /**
     * Runs a program to its end.
     *
     * @param program the name of its main class, which is one of the test classes
     * @param argument the only argument of the program
     * @param options the options of the JVM
     * @return the output of the program, and a line for each loaded class, in the order of events
     */
    public static String of(String program, String argument, String... options) {
        List<Object> command = new ArrayList<>(List.of(options));
        command.addAll(List.of(
                "-Xlog:class+load:stdout",
                "-Dcom.sun.net.httpserver.HttpServerProvider=dev.ringer.RingerProvider",
                "-cp",
                CLASSES,
                program,
                argument));
        return JavaCommand.java(command.toArray()).output();
    }

    /** Runs the program only once for all tests that check its output. */
    private static final class OfOneRequest {
        static final String OUTPUT = run();
    }

    /**
     * Runs a program whose client requests one page and prints {@code answer 72}, the first octet of the response.
     * Without options, all calls return the output of the same run.
     */
    public static String ofOneRequest(String... options) {
        return options.length == 0 ? OfOneRequest.OUTPUT : run(options);
    }

    private static String run(String... options) {
        return of("dev.ringer.http2.UnusedMain", "request", options);
    }
}
