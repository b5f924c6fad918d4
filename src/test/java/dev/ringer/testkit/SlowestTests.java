package dev.ringer.testkit;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Prints the slowest test classes, and the time of each package, at the end of a build. */
public final class SlowestTests {
    private static final int SHOWN = 20;

    private SlowestTests() {}

    /**
     * Prints the times that {@link TestTimes} has written in this build.
     *
     * @param args the folder of the build
     */
    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0], TestTimes.FOLDER);
        if (!Files.isDirectory(folder)) {
            return;
        }
        Map<String, Long> classes = millisOfClasses(folder);
        Map<String, Long> packages = new TreeMap<>();
        classes.forEach((name, millis) -> packages.merge(name.substring(0, name.lastIndexOf('.')), millis, Long::sum));

        print("The " + SHOWN + " slowest classes of tests, in seconds; classes run beside each other:", classes, SHOWN);
        print("All packages:", packages, Integer.MAX_VALUE);
    }

    private static Map<String, Long> millisOfClasses(Path folder) throws IOException {
        Map<String, Long> classes = new TreeMap<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                List<String> lines = Files.readAllLines(file);
                Files.delete(file); // so that the next build prints only its own times
                for (String line : lines) {
                    String[] nameAndMillis = line.split(" ");
                    classes.merge(nameAndMillis[0], Long.valueOf(nameAndMillis[1]), Long::sum);
                }
            }
        }
        return classes;
    }

    private static void print(String title, Map<String, Long> millis, int most) {
        PrintStream out = System.out;
        out.println();
        out.println(title);
        millis.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .limit(most)
                .forEach(entry -> out.printf("%8.1f  %s%n", entry.getValue() / 1000.0, entry.getKey()));
        out.printf(
                "%8.1f  in all%n",
                millis.values().stream().mapToLong(Long::longValue).sum() / 1000.0);
    }
}
