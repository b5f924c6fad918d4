package dev.ringer.internal.http1;

import dev.ringer.internal.http1.codec.RequestHeadParser;
import dev.ringer.testkit.FakeConnection;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Makes streams of requests that no handler gets, so that a test can use their bodies alone. */
final class LoneStream {
    private LoneStream() {}

    /** Returns the stream of a POST request with this field line about its body. */
    static Http1Stream of(FakeConnection client, Http1Shared shared, String fieldLine) {
        RequestReader requests = new RequestReader(shared);
        Http1Connection connection = new Http1Connection(requests, client);
        ConnectionInput input = connection.input();
        String head = "POST / HTTP/1.1\r\nHost: test\r\n" + fieldLine + "\r\n\r\n";
        input.accept(ByteBuffer.wrap(head.getBytes(StandardCharsets.US_ASCII)));
        RequestHeadParser parser = requests.spareParser();
        requests.receive(parser, input, 0);
        return requests.take(connection, input, parser);
    }
}
