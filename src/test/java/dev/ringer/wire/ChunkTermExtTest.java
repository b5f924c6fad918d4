package dev.ringer.wire;

/**
 * Tests the attacks TERM.EXT and EXT.TERM: a chunk extension contains a CR, LF or NUL before the final CRLF. One of two
 * servers takes this octet for the end of the chunk line, the other for a part of the extension.
 */
class ChunkTermExtTest extends BrokenChunks {
    ChunkTermExtTest() {
        super(
                "5;a\nhello\r\n0\r\n\r\n",
                "5;a\rb\r\nhello\r\n0\r\n\r\n",
                "5;a\r\r\nhello\r\n0\r\n\r\n",
                "5;\n\r\nhello\r\n0\r\n\r\n",
                "5;a=\"\n\"\r\nhello\r\n0\r\n\r\n",
                "5;a=\"\r\n\"\r\nhello\r\n0\r\n\r\n",
                "5;a\0b\r\nhello\r\n0\r\n\r\n",
                "1;a\nX\r\n0\r\n\r\n",
                "0;a\n\r\n",
                "0;a\r\rX\r\n\r\n");
    }
}
