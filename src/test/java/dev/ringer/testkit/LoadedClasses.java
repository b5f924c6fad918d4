package dev.ringer.testkit;

import dev.ringer.process.JavaCommand;
import java.io.File;
import java.util.ArrayList;
import java.util.List;

/** A program with a server of Ringer's, in a JVM of its own that says which classes it loads: what nobody uses must not be among them. */
public final class LoadedClasses {
    private static final String CLASSES = String.join(File.pathSeparator, "target/classes", "target/test-classes");

    private LoadedClasses() {}

    /**
     * Runs a program to its end.
     *
     * @param program the name of its main class, one of the tests
     * @param argument its only one
     * @param options of the JVM
     * @return what it wrote, and a line for each class that was loaded, in the order of events
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

    /** Several tests look for what is not in it. */
    private static final class OfOneRequest {
        static final String OUTPUT = run();
    }

    /** The same for a program whose client asks for one page and prints {@code answer 72}, the first octet of the response. */
    public static String ofOneRequest(String... options) {
        return options.length == 0 ? OfOneRequest.OUTPUT : run(options);
    }

    private static String run(String... options) {
        return of("dev.ringer.http2.UnusedMain", "request", options);
    }
}
