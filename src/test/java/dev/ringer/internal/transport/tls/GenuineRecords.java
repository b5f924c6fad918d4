package dev.ringer.internal.transport.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.internal.transport.tls.RecordReading.End;
import dev.ringer.testkit.TestKeys;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;

/**
 * Checks how the server reads data, key updates and the end of a connection from a client of the JDK. A script says
 * what the client sends after the handshake. Unchanged records must be read in full. If one byte is changed on the way,
 * only the beginning of the data may be read, unless this byte has no meaning.
 */
final class GenuineRecords {
    private static final int MOST_UPDATES = 32;
    private static final SSLContext SERVER = TestKeys.serverContext();
    private static final SSLContext CLIENT = TestKeys.clientContext();
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final SSLEngine client = CLIENT.createSSLEngine("localhost", 1);
    private final SSLEngine server = SERVER.createSSLEngine();
    private final ByteArrayOutputStream sent = new ByteArrayOutputStream();
    private final StringBuilder data = new StringBuilder();
    private End end = End.CUT_OFF;
    private int updates;

    private GenuineRecords(String protocol) throws SSLException {
        client.setUseClientMode(true);
        client.setEnabledProtocols(new String[] {protocol});
        server.setUseClientMode(false);
        handshake();
    }

    /**
     * Makes a client play a script, and checks what the server reads.
     *
     * @param script the first byte chooses the version of TLS, and whether a byte is changed; each further byte chooses
     *     what the client sends
     */
    static void assertAll(byte[] script) {
        int first = script.length > 0 ? script[0] : 0;
        int hash = Arrays.hashCode(script) >>> 1;
        Random random = new Random(hash);
        for (int targetSize : new int[] {16_384, 1 + hash % 20_000, 1 + hash % 50}) {
            GenuineRecords records = played(script, (first & 1) == 0 ? "TLSv1.3" : "TLSv1.2");
            byte[] bytes = records.sent.toByteArray();
            boolean changed = (first & 2) != 0 && bytes.length > 0;
            int at = hash % Math.max(1, bytes.length);
            boolean ignored = changed && isVersion(bytes, at);
            if (changed) {
                bytes[at] ^= (byte) (1 + random.nextInt(255));
            }
            int[] ends = random.ints(hash % 12, 0, bytes.length + 1).sorted().toArray();
            PieceTransport transport = new PieceTransport(bytes, ends, random.nextBoolean(), true);

            RecordReading reading = RecordReading.of(records.server, transport, targetSize);
            records.assertRead(reading, changed && !(ignored && records.arrivesInFull(reading)));
        }
    }

    /** Whether a byte belongs to the version in a record's header, which a receiver may ignore (RFC 8446, 5.1). */
    private static boolean isVersion(byte[] records, int at) {
        int begin = 0;
        for (int next = 0; next <= at; next += 5 + ((records[next + 3] & 0xff) << 8 | records[next + 4] & 0xff)) {
            begin = next;
        }
        return at - begin == 1 || at - begin == 2;
    }

    private boolean arrivesInFull(RecordReading reading) {
        return reading.equals(new RecordReading(data.toString(), end));
    }

    private void assertRead(RecordReading reading, boolean changed) {
        if (changed || end == End.REFUSED) {
            assertThat(data.toString()).startsWith(reading.data());
            assertThat(reading.end()).isNotEqualTo(End.IN_ORDER);
        } else {
            assertThat(reading).isEqualTo(new RecordReading(data.toString(), end));
        }
    }

    private static GenuineRecords played(byte[] script, String protocol) {
        try {
            GenuineRecords records = new GenuineRecords(protocol);
            for (int at = 1; at < script.length && records.end == End.CUT_OFF; at++) {
                records.play(script[at] & 0xff);
            }
            return records;
        } catch (SSLException e) {
            throw new AssertionError("The client's own engine failed", e);
        }
    }

    private void play(int step) throws SSLException {
        int size = 1 + (step >> 3);
        switch (step & 7) {
            case 0 -> close();
            case 1, 2 -> update();
            case 3, 4 -> send(size * 700);
            default -> send(size);
        }
    }

    private void send(int size) throws SSLException {
        byte[] bytes = new byte[size];
        Arrays.fill(bytes, (byte) (size + data.length()));
        for (ByteBuffer from = ByteBuffer.wrap(bytes); from.hasRemaining(); ) {
            wrap(from);
        }
        data.append(new String(bytes, StandardCharsets.ISO_8859_1));
    }

    /** Sends a key update. Before TLS 1.3, the same call begins a handshake, which the server refuses. */
    private void update() throws SSLException {
        client.beginHandshake();
        while (client.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
            wrap(NOTHING);
        }
        if (++updates > MOST_UPDATES || client.getSession().getProtocol().equals("TLSv1.2")) {
            end = End.REFUSED;
        }
    }

    private void close() throws SSLException {
        client.closeOutbound();
        wrap(NOTHING);
        end = End.IN_ORDER;
    }

    private void wrap(ByteBuffer from) throws SSLException {
        ByteBuffer to = ByteBuffer.allocate(client.getSession().getPacketBufferSize());
        client.wrap(from, to);
        sent.write(to.array(), 0, to.position());
    }

    // ---- the handshake, and the session tickets after it

    private void handshake() throws SSLException {
        ByteBuffer toServer = ByteBuffer.allocate(64 * 1024).limit(0);
        ByteBuffer toClient = ByteBuffer.allocate(64 * 1024).limit(0);
        client.beginHandshake();
        boolean moved = true;
        while (moved) {
            moved = advance(client, toClient, toServer) | advance(server, toServer, toClient);
        }
        if (client.getHandshakeStatus() != HandshakeStatus.NOT_HANDSHAKING || toServer.hasRemaining()) {
            throw new AssertionError("A handshake came to a halt: " + client.getHandshakeStatus());
        }
    }

    /** Makes the next step of an engine. Returns false if there is none. */
    private static boolean advance(SSLEngine engine, ByteBuffer in, ByteBuffer out) throws SSLException {
        if (engine.getHandshakeStatus() == HandshakeStatus.NEED_TASK) {
            engine.getDelegatedTask().run();
            return true;
        }
        if (engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
            out.compact();
            engine.wrap(NOTHING, out);
            out.flip();
            return true;
        }
        return in.hasRemaining()
                && engine.unwrap(in, ByteBuffer.allocate(32 * 1024)).bytesConsumed() > 0;
    }
}
