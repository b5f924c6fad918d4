package dev.ringer.internal.proxy;

import static dev.ringer.testkit.ProxyHeaders.LOCAL;
import static dev.ringer.testkit.ProxyHeaders.PROXY;
import static dev.ringer.testkit.ProxyHeaders.TCP4;
import static dev.ringer.testkit.ProxyHeaders.TCP6;
import static dev.ringer.testkit.ProxyHeaders.UNIX;
import static dev.ringer.testkit.ProxyHeaders.UNSPECIFIED;
import static dev.ringer.testkit.ProxyHeaders.binary;
import static dev.ringer.testkit.ProxyHeaders.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import dev.ringer.testkit.ProxyHeaders;
import dev.ringer.testkit.Ring;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProxyHeaderReaderTest {
    private static final byte[] WHAT_FOLLOWS = "GET / HTTP/1.1\r\n".getBytes(StandardCharsets.US_ASCII);

    @Test
    void readsLines() {
        ProxyHeader ipv4 = read(text("PROXY TCP4 192.0.2.1 198.51.100.2 56324 443"));
        ProxyHeader ipv6 = read(text("PROXY TCP6 2001:db8::1 ::ffff:1.2.3.4 0 65535"));

        assertThat(ipv4.source()).isEqualTo(new InetSocketAddress("192.0.2.1", 56324));
        assertThat(ipv4.destination()).isEqualTo(new InetSocketAddress("198.51.100.2", 443));
        assertThat(ipv6.source()).isEqualTo(new InetSocketAddress("2001:db8::1", 0));
        assertThat(ipv6.destination()).isEqualTo(new InetSocketAddress("1.2.3.4", 65535));
        assertThat(ipv6.notes()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"PROXY UNKNOWN", "PROXY UNKNOWN ", "PROXY UNKNOWN ffff::1 anything \0 at all"})
    void readsLinesOfNobody(String line) {
        ProxyHeader header = read(text(line));

        assertThat(header.source()).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "PROXY ",
                "PROXY TCP4",
                "PROXY UNKNOWNS",
                "PROXY tcp4 1.2.3.4 1.2.3.4 1 2",
                "PROXY UDP4 1.2.3.4 1.2.3.4 1 2",
                "PROXY TCP4 1.2.3.4 1.2.3.4 1",
                "PROXY TCP4 1.2.3.4 1.2.3.4 1 2 ",
                "PROXY TCP4 1.2.3.4 1.2.3.4 1 2 3",
                "PROXY TCP4  1.2.3.4 1.2.3.4 1 2",
                "PROXY TCP4\t1.2.3.4 1.2.3.4 1 2",
                "PROXY TCP4 1.2.3.04 1.2.3.4 1 2",
                "PROXY TCP4 1.2.3.256 1.2.3.4 1 2",
                "PROXY TCP4 1.2.3 1.2.3.4 1 2",
                "PROXY TCP4 localhost 1.2.3.4 1 2",
                "PROXY TCP4 ::1 ::1 1 2",
                "PROXY TCP6 1.2.3.4 1.2.3.4 1 2",
                "PROXY TCP6 ::1 ::1%lo 1 2",
                "PROXY TCP6 [::1] ::1 1 2",
                "PROXY TCP4 1.2.3.4 1.2.3.4 65536 2",
                "PROXY TCP4 1.2.3.4 1.2.3.4 01 2",
                "PROXY TCP4 1.2.3.4 1.2.3.4 -1 2",
                "PROXY TCP4 1.2.3.4 1.2.3.4 1 +2",
                "PROXY TCP4 1.2.3.4 1.2.3.4 1 ",
                "PROXY TCP4 1.2.3.4 1.2.3.4 1 2\n",
                "PROXY TCP4 1.2.3.4 1.2.3.4 1 2\r"
            })
    void refusesOtherLines(String line) {
        assertRefused(text(line), ProxyFault.PROXY_HEADER_MALFORMED);
    }

    @Test
    void refusesLinesThatDoNotEnd() {
        assertThat(read(text("PROXY UNKNOWN " + "x".repeat(91))).length()).isEqualTo(107);
        assertRefused(text("PROXY UNKNOWN " + "x".repeat(92)), ProxyFault.PROXY_HEADER_TOO_LONG);
        assertRefused(("PROXY " + "x".repeat(5000)).getBytes(), ProxyFault.PROXY_HEADER_TOO_LONG);
    }

    @Test
    void readsBinaryAddresses() {
        ProxyHeader ipv4 = read(binary("192.0.2.1", 56324, "198.51.100.2", 443).bytes());
        ProxyHeader ipv6 = read(binary("2001:db8::1", 65535, "2001:db8::2", 80).bytes());

        assertThat(ipv4.source()).isEqualTo(new InetSocketAddress("192.0.2.1", 56324));
        assertThat(ipv4.destination()).isEqualTo(new InetSocketAddress("198.51.100.2", 443));
        assertThat(ipv6.source()).isEqualTo(new InetSocketAddress("2001:db8::1", 65535));
        assertThat(ipv6.destination()).isEqualTo(new InetSocketAddress("2001:db8::2", 80));
    }

    @Test
    void leavesAloneWhoIsNotNamed() {
        ProxyHeader local = read(binary(LOCAL, 0x7f).raw(new byte[50]).bytes());
        ProxyHeader unspecified =
                read(binary(PROXY, UNSPECIFIED).raw(new byte[3]).bytes());
        ProxyHeader unix = read(binary(PROXY, UNIX)
                .raw(new byte[216])
                .piece(0x02, "example.org")
                .bytes());

        assertThat(List.of(local, unspecified, unix)).allMatch(header -> header.source() == null);
        assertThat(unix.notes()).containsExactly(entry("authority", "example.org"));
    }

    @Test
    void readsWhatElseIsTold() {
        ProxyHeaders header = binary("192.0.2.1", 1, "192.0.2.2", 2)
                .piece(0x01, "h2")
                .piece(0x02, "münchen.example")
                .piece(0x04, "nothing")
                .piece(0x05, "id 7")
                .tls(0x01 | 0x02, 0, "TLSv1.3", "somebody")
                .piece(0xEA, (byte) 1, (byte) 0xfe)
                .piece(0xEA, (byte) 2);

        assertThat(read(header.bytesWithChecksum(true)).notes())
                .containsExactly(
                        entry("alpn", "h2"),
                        entry("authority", "münchen.example"),
                        entry("uniqueId", "id 7"),
                        entry("tls", "true"),
                        entry("tls.verified", "true"),
                        entry("tls.version", "TLSv1.3"),
                        entry("tls.commonName", "somebody"),
                        entry("0xEA", "01fe"));
    }

    @Test
    void callsNoCertificateVerifiedThatIsNot() {
        assertThat(notesOfTls(0x01, 0)).containsEntry("tls", "true").containsEntry("tls.verified", "false");
        assertThat(notesOfTls(0x03, 1)).containsEntry("tls.verified", "false");
        assertThat(notesOfTls(0x05, 0)).containsEntry("tls.verified", "true");
        assertThat(notesOfTls(0x00, 0)).containsEntry("tls", "false");
    }

    private static Map<String, String> notesOfTls(int client, int verify) {
        return read(binary("192.0.2.1", 1, "192.0.2.2", 2)
                        .tls(client, verify, "TLSv1.2", "x")
                        .bytes())
                .notes();
    }

    @Test
    void refusesWrongBinaryHeaders() {
        List<ProxyHeaders> malformed = List.of(
                binary(0x22, TCP4).raw(new byte[12]),
                binary(0x11, TCP4).raw(new byte[12]),
                binary(0x31, TCP4).raw(new byte[12]),
                binary(PROXY, 0x10).raw(new byte[12]),
                binary(PROXY, 0x13).raw(new byte[12]),
                binary(PROXY, 0x41).raw(new byte[12]),
                binary(PROXY, TCP4).raw(new byte[11]),
                binary(PROXY, TCP6).raw(new byte[35]),
                binary(PROXY, UNIX).raw(new byte[215]),
                binary("1.2.3.4", 1, "1.2.3.4", 2).raw(new byte[1]),
                binary("1.2.3.4", 1, "1.2.3.4", 2).raw(new byte[2]),
                binary("1.2.3.4", 1, "1.2.3.4", 2).raw((byte) 1, (byte) 0, (byte) 2, (byte) 'h'),
                binary("1.2.3.4", 1, "1.2.3.4", 2).piece(0x01, "h2").piece(0x01, "h2"),
                binary("1.2.3.4", 1, "1.2.3.4", 2).piece(0x03, new byte[5]),
                binary("1.2.3.4", 1, "1.2.3.4", 2).piece(0x20, new byte[4]),
                binary("1.2.3.4", 1, "1.2.3.4", 2).piece(0x20, new byte[7]),
                binary("1.2.3.4", 1, "1.2.3.4", 2)
                        .piece(0x20, (byte) 1, (byte) 0, (byte) 0, (byte) 0, (byte) 0, (byte) 0x21, (byte) 0, (byte)
                                9));

        for (ProxyHeaders header : malformed) {
            assertRefused(header.bytes(), ProxyFault.PROXY_HEADER_MALFORMED);
        }
        assertRefused(binary("1.2.3.4", 1, "1.2.3.4", 2).bytesWithChecksum(false), ProxyFault.PROXY_HEADER_CHECKSUM);
    }

    @Test
    void boundsBinaryHeaders() {
        int most = BinaryHeader.MAX_LENGTH - 16 - 12;

        assertThat(read(binary("1.2.3.4", 1, "1.2.3.4", 2)
                                .piece(0x04, new byte[most - 3])
                                .bytes())
                        .length())
                .isEqualTo(BinaryHeader.MAX_LENGTH);
        assertRefused(
                binary("1.2.3.4", 1, "1.2.3.4", 2)
                        .piece(0x04, new byte[most - 2])
                        .bytes(),
                ProxyFault.PROXY_HEADER_TOO_LONG);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET / HTTP/1.1\r\n",
                "proxy TCP4",
                "PROXYTCP4",
                "\r\n\r\n\0\r\nQUIT\r",
                "\0",
                "\u0016\u0003\u0001"
            })
    void refusesWhatIsNoHeader(String beginning) {
        byte[] bytes = beginning.getBytes(StandardCharsets.ISO_8859_1);

        assertThatThrownBy(() -> ProxyHeaderReader.read(bytes, bytes.length))
                .isInstanceOfSatisfying(
                        ProxyHeaderRefused.class,
                        refused -> assertThat(refused.fault()).isEqualTo(ProxyFault.PROXY_HEADER_MISSING));
    }

    @Test
    void withstandsAnything() {
        Random random = new Random(7);
        byte[] sample = binary("192.0.2.1", 1, "192.0.2.2", 2)
                .piece(0x01, "h2")
                .tls(3, 0, "TLSv1.3", "somebody")
                .bytes();
        for (int round = 0; round < Ring.choose(20_000, 100_000); round++) {
            byte[] bytes = sample.clone();
            for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
                bytes[12 + random.nextInt(bytes.length - 12)] = (byte) random.nextInt(256);
            }
            try {
                ProxyHeader header = ProxyHeaderReader.read(bytes, bytes.length);
                assertThat(header == null || header.length() <= bytes.length).isTrue();
            } catch (ProxyHeaderRefused expected) {
                assertThat(expected.fault()).isNotNull();
            }
        }
    }

    /**
     * Reads a header that the beginning of a request follows. Checks that each shorter part of the header is
     * incomplete.
     */
    private static ProxyHeader read(byte[] header) {
        for (int end = 0; end < header.length; end++) {
            assertThat(ProxyHeaderReader.read(header, end)).isNull();
        }
        byte[] more = Arrays.copyOf(header, header.length + WHAT_FOLLOWS.length);
        System.arraycopy(WHAT_FOLLOWS, 0, more, header.length, WHAT_FOLLOWS.length);
        ProxyHeader read = ProxyHeaderReader.read(more, more.length);
        assertThat(read.length()).isEqualTo(header.length);
        return read;
    }

    private static void assertRefused(byte[] header, ProxyFault fault) {
        assertThatThrownBy(() -> ProxyHeaderReader.read(header, header.length))
                .as(() -> Arrays.toString(header))
                .isInstanceOfSatisfying(
                        ProxyHeaderRefused.class,
                        refused -> assertThat(refused.fault()).isEqualTo(fault));
    }
}
