package dev.ringer.wire;

/**
 * TERM.EXT: the proxy in front takes an odd line end inside a chunk extension for the end of the chunk line, the server
 * for a part of the extension, or the reverse (EXT.TERM). No CR, LF or NUL is allowed there but the final CRLF.
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
