package dev.ringer.contract;

import com.sun.net.httpserver.HttpServer;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Field;
import dev.ringer.testkit.Response;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/**
 * What the threads of a script recorded, as lines: first those of the server's threads, then those of the client. Each
 * part is in the order of recording. The transcript omits what differs between runs: the date, the order of the fields,
 * and the size of the chunks.
 */
final class Transcript {
    private static final int LONGEST_BODY_SHOWN = 120;

    private final Thread client = Thread.currentThread();
    private final List<String> serverLines = new ArrayList<>();
    private final List<String> clientLines = new ArrayList<>();

    /** Adds a line to the part for the calling thread. */
    synchronized void note(String line) {
        (Thread.currentThread() == client ? clientLines : serverLines).add(line);
    }

    /** Waits until the server's threads have recorded this many lines. */
    void awaitServerLines(int count) {
        Deadlines.await(count + " lines of the server's threads", () -> serverLineCount() >= count);
    }

    private synchronized int serverLineCount() {
        return serverLines.size();
    }

    /** Returns all lines so far. */
    synchronized List<String> lines() {
        List<String> lines = new ArrayList<>();
        serverLines.forEach(line -> lines.add("server: " + line));
        lines.addAll(clientLines);
        return List.copyOf(lines);
    }

    /** Returns the lines of a response: status line, fields by name, body. */
    static List<String> describe(Response response) {
        List<String> lines = new ArrayList<>();
        lines.add(response.statusLine());
        response.fields().stream().map(Transcript::describe).sorted().forEach(lines::add);
        if (response.body().length > 0) {
            lines.add("body: " + describe(response.body()));
        }
        response.trailers().forEach(trailer -> lines.add("trailer " + trailer));
        if (!response.complete()) {
            lines.add("body cut");
        }
        return lines;
    }

    private static String describe(Field field) {
        if (!field.name().equals("Date")) {
            return field.toString();
        }
        Instant date = DateTimeFormatter.RFC_1123_DATE_TIME.parse(field.value(), Instant::from);
        boolean recent = Math.abs(ChronoUnit.SECONDS.between(date, Instant.now())) < 120;
        boolean twoDigitDay = field.value().length() == 29 && field.value().endsWith(" GMT");
        return recent && twoDigitDay ? "Date: now" : field.toString();
    }

    /** Returns a body as text if it is short, and otherwise its length and checksum. */
    static String describe(byte[] body) {
        if (body.length <= LONGEST_BODY_SHOWN) {
            return new String(body, StandardCharsets.ISO_8859_1)
                    .replace("\r", "\\r")
                    .replace("\n", "\\n");
        }
        CRC32 checkSum = new CRC32();
        checkSum.update(body);
        return String.format(Locale.ROOT, "%d bytes, CRC %08x", body.length, checkSum.getValue());
    }

    /** Returns the nearest class that an application can name. A closed channel causes exceptions of several types. */
    static String describe(Throwable thrown) {
        Class<?> type = thrown.getClass();
        while (!type.getModule().isExported(type.getPackageName(), HttpServer.class.getModule()) || isInternal(type)) {
            type = type.getSuperclass();
        }
        return type.getSimpleName();
    }

    private static boolean isInternal(Class<?> type) {
        return Stream.of("sun.", "dev.ringer.internal.", "java.nio.channels.")
                .anyMatch(prefix -> type.getName().startsWith(prefix));
    }
}
