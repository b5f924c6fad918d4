package dev.ringer.internal.accesslog;

import dev.ringer.options.AccessLogOptions.Format;
import dev.ringer.testkit.Deadlines;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;

/** A program that writes {@value #LINES} lines to the file that its argument names, and prints how many are dropped. */
final class LimitedMain {
    static final int LINES = 3000;

    private LimitedMain() {}

    public static void main(String[] arguments) throws IOException {
        RotatingFile file = new RotatingFile(Path.of(arguments[0]), 0, 0, Clock.systemUTC());
        file.open();
        LogWriter writer = new LogWriter(file);
        try (Records records = new Records(Format.COMMON)) {
            for (int i = 0; i < LINES; i++) {
                AccessRecord record = records.of("/" + i, "", "");
                record.status(200);
                record.end(true);
                writer.add(record);
            }
            writer.start();
            writer.close(Deadlines.PATIENCE.toNanos());
            System.out.println("dropped " + records.log().dropped());
        }
    }
}
