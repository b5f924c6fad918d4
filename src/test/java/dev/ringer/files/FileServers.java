package dev.ringer.files;

import dev.ringer.testkit.SystemProperties;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Runs the command-line file server inside a test. */
public final class FileServers {
    private FileServers() {}

    /** Returns all that the file server prints when it is started with these arguments. */
    public static String printedBy(String... arguments) {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);
        try (SystemProperties ignored = SystemProperties.none()) {
            FileServer.run(out, out, arguments);
        }
        return printed.toString(StandardCharsets.UTF_8);
    }
}
