package dev.ringer.wire;

/**
 * Tests the attacks TERM.SPILL and SPILL.TERM: one of two servers skips the two octets after a chunk's data without
 * checking them. These octets must be CRLF.
 */
class ChunkTermSpillTest extends BrokenChunks {
    ChunkTermSpillTest() {
        super(
                "5\r\nhelloXX0\r\n\r\n",
                "5\r\nhello\n0\r\n\r\n",
                "5\r\nhello\r0\r\n\r\n",
                "5\r\nhello\r\r0\r\n\r\n",
                "5\r\nhello\n\n0\r\n\r\n",
                "5\r\nhello0\r\n\r\n",
                "5\r\nhello!\r\n0\r\n\r\n",
                "5\r\nhell\r\n0\r\n\r\n",
                "5\r\nhello\rX\n0\r\n\r\n");
    }
}
