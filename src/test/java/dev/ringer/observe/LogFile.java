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

/** An access log in a file of a test's own. */
record LogFile(Path path) {
    private static final ObjectReader STRICT = new ObjectMapper()
            .reader()
            .with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .with(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);

    /** One that does not exist yet, in a folder that does not either. */
    static LogFile in(Path folder) {
        return new LogFile(folder.resolve("logs").resolve("access.log"));
    }

    /** The properties of a server that writes it. */
    Map<String, String> as(String format) {
        return Map.of("ringer.accessLog", format + ":" + path);
    }

    /** What is there now; whole lines in ASCII, or this fails. */
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

    /** The lines, once there are so many. */
    List<String> await(int count) {
        Deadlines.await(count + " lines", () -> lines().size() >= count);
        return lines();
    }

    /** The lines as JSON. */
    List<JsonNode> nodes() {
        return lines().stream().map(LogFile::parse).toList();
    }

    /** A line as JSON, by a parser that lets nothing pass. */
    static JsonNode parse(String line) {
        try {
            return STRICT.readTree(line);
        } catch (IOException e) {
            throw new AssertionError("not JSON: " + line, e);
        }
    }
}
