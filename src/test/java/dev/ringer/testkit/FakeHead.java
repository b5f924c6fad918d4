package dev.ringer.testkit;

import dev.ringer.internal.http.RequestTarget;
import dev.ringer.internal.http.Violation;
import dev.ringer.internal.names.KnownNames;
import dev.ringer.internal.protocol.RequestHead;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Fakes the head of a GET request. */
public class FakeHead implements RequestHead {
    private final String path;
    private final List<String> fields;

    /** Creates a request for this path. Field names, in normal form, alternate with values. */
    public FakeHead(String path, String... fields) {
        this.path = path;
        this.fields = List.of(fields);
    }

    @Override
    public String method() {
        return "GET";
    }

    @Override
    public RequestTarget target() {
        byte[] bytes = path.getBytes(StandardCharsets.ISO_8859_1);
        return RequestTarget.parse(bytes, 0, bytes.length);
    }

    @Override
    public String protocol() {
        return "HTTP/1.1";
    }

    @Override
    public int size() {
        return path.length() + String.join("", fields).length();
    }

    @Override
    public List<Violation> tolerated() {
        return List.of();
    }

    @Override
    public boolean wantsPersistenceAnnounced() {
        return false;
    }

    @Override
    public String codingOfStreamedResponse() {
        return null;
    }

    @Override
    public int count() {
        return fields.size() / 2;
    }

    @Override
    public int knownName(int line) {
        return KnownNames.indexOf(name(line));
    }

    @Override
    public String name(int line) {
        return fields.get(2 * line);
    }

    @Override
    public boolean hasName(int line, String normalName) {
        return name(line).equals(normalName);
    }

    @Override
    public String value(int line) {
        return fields.get(2 * line + 1);
    }
}
