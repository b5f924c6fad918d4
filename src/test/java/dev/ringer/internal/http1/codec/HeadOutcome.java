package dev.ringer.internal.http1.codec;

import dev.ringer.internal.http.Violation;
import dev.ringer.testkit.Field;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** The result of reading the bytes of a request head. */
sealed interface HeadOutcome {
    /** More bytes are needed. */
    record Incomplete() implements HeadOutcome {}

    /** The request is refused. */
    record Refused(Violation violation) implements HeadOutcome {}

    /** The request is served, with this meaning. */
    record Accepted(int length, Meaning meaning, Set<Violation> tolerated) implements HeadOutcome {}

    /** What a request head means to the application and to the connection. */
    record Meaning(String method, String target, int minorVersion, List<Field> fields, Framing framing) {
        /** Returns the shortest head that has this meaning. */
        byte[] written() {
            StringBuilder head = new StringBuilder(method + " " + target + " HTTP/1." + minorVersion + "\r\n");
            fields.forEach(field -> head.append(field).append("\r\n"));
            return head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
        }
    }

    /** The length of the body, and what the head requires of the connection. */
    record Framing(long bodyLength, boolean persistent, boolean expectsContinue, boolean upgrade) {}

    static Accepted accepted(int length, Http1RequestHead head, FramingRules rules) {
        List<Field> fields = IntStream.range(0, head.count())
                .mapToObj(line -> new Field(head.name(line), head.value(line)))
                .toList();
        Framing framing = new Framing(rules.bodyLength(), rules.persistent(), rules.expectsContinue(), rules.upgrade());
        Set<Violation> tolerated = new TreeSet<>(head.tolerated());
        tolerated.addAll(rules.takeTolerated());
        return new Accepted(
                length,
                new Meaning(head.method(), head.target().toString(), head.minorVersion(), fields, framing),
                tolerated);
    }
}
