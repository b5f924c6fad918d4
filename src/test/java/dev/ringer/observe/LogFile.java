package dev.ringer.observe;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import dev.ringer.testkit.Deadlines;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Reads the access log file of a test. */
record LogFile(Path path) {
    private static final ObjectReader STRICT = new ObjectMapper()
            .reader()
            .with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .with(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);

    /** Returns a file that does not exist yet, in a folder that does not exist yet. */
    static LogFile in(Path folder) {
        return new LogFile(folder.resolve("logs").resolve("access.log"));
    }

    /** Returns the properties of a server that writes this file in the given format. */
    Map<String, String> as(String format) {
        return Map.of("ringer.accessLog", format + ":" + path);
    }

    /** Returns the lines so far. Fails if a line is incomplete or not in ASCII. */
    List<String> lines() {
        try {
            String text = Files.exists(path) ? Files.readString(path, StandardCharsets.US_ASCII) : "";
            if (!text.isEmpty() && !text.endsWith("\n")) {
                throw new AssertionError("half a line: " + text);
            }
            return text.isEmpty()
                    ? List.of()
                    : List.of(text.split("\n", -1)).subList(0, text.split("\n", -1).length - 1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until the file has this many lines, and returns all lines. */
    List<String> await(int count) {
        Deadlines.await(count + " lines", () -> lines().size() >= count);
        return lines();
    }

    /** Returns the lines as JSON. */
    List<JsonNode> nodes() {
        return lines().stream().map(LogFile::parse).toList();
    }

    /** Parses a line as JSON. Duplicate names and trailing content are errors. */
    static JsonNode parse(String line) {
        try {
            return STRICT.readTree(line);
        } catch (IOException e) {
            throw new AssertionError("not JSON: " + line, e);
        }
    }
}
