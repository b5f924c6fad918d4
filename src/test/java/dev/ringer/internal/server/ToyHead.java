package dev.ringer.internal.server;

import dev.ringer.headers.HeaderNames;
import dev.ringer.internal.names.KnownNames;
import dev.ringer.internal.protocol.RequestHead;
import dev.ringer.internal.protocol.RequestTarget;
import dev.ringer.internal.protocol.Violation;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A request head of the toy protocol: {@code method target} and lines of {@code name: value}. */
final class ToyHead implements RequestHead {
    private final String method;
    private final RequestTarget target;
    private final String[] names;
    private final String[] values;

    private ToyHead(String method, RequestTarget target, String[] names, String[] values) {
        this.method = method;
        this.target = target;
        this.names = names;
        this.values = values;
    }

    static ToyHead parse(ToyFrame frame) {
        String[] lines = frame.text().split("\r\n");
        String[] request = lines[0].split(" ");
        byte[] target = request[1].getBytes(StandardCharsets.ISO_8859_1);
        String[] names = new String[lines.length - 1];
        String[] values = new String[names.length];
        for (int i = 0; i < names.length; i++) {
            String[] field = lines[i + 1].split(": ", 2);
            names[i] = HeaderNames.normalize(field[0]);
            values[i] = field[1];
        }
        return new ToyHead(request[0], RequestTarget.parse(target, 0, target.length), names, values);
    }

    @Override
    public String method() {
        return method;
    }

    @Override
    public RequestTarget target() {
        return target;
    }

    @Override
    public String protocol() {
        return "TOY/1";
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
    public int size() {
        return 100 * names.length;
    }

    @Override
    public int count() {
        return names.length;
    }

    @Override
    public int knownName(int line) {
        return KnownNames.indexOf(names[line]);
    }

    @Override
    public String name(int line) {
        return names[line];
    }

    @Override
    public boolean hasName(int line, String normalName) {
        return names[line].equals(normalName);
    }

    @Override
    public String value(int line) {
        return values[line];
    }

    @Override
    public String toString() {
        return method + " " + target + " " + protocol();
    }
}
