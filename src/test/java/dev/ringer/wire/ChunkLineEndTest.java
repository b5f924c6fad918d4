package dev.ringer.wire;

/**
 * Lines of chunks that end in something else than CRLF (one-two): a bare LF or CR, which another server takes for more
 * or for less.
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
