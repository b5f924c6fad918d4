package dev.ringer.wire;

/**
 * Tests chunk lines that end in a bare LF or CR instead of CRLF (the attack "one-two"). Another server may see the end
 * of the line elsewhere.
 */
class ChunkLineEndTest extends BrokenChunks {
    ChunkLineEndTest() {
        super(
                "5\nhello\r\n0\r\n\r\n",
                "5\rhello\r\n0\r\n\r\n",
                "5\r\rhello\r\n0\r\n\r\n",
                "5\r\nhello\r\n0\n\n",
                "5\r\nhello\r\n0\r\r",
                "5\r\nhello\r\n0\r\n\n",
                "5\r\nhello\r\n0\n\r\n",
                "5\rX\nhello\r\n0\r\n\r\n",
                "\n5\r\nhello\r\n0\r\n\r\n",
                "\r\n5\r\nhello\r\n0\r\n\r\n");
    }
}
