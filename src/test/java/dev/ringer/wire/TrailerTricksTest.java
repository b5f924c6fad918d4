package dev.ringer.wire;

/** Tests trailer sections that contain invalid field lines, or that another server reads differently. */
class TrailerTricksTest extends BrokenChunks {
    TrailerTricksTest() {
        super(
                "0\r\nX : y\r\n\r\n",
                "0\r\nX\r\n\r\n",
                "0\r\n: y\r\n\r\n",
                "0\r\nX: a\r\n b\r\n\r\n",
                "0\r\nX: a\0b\r\n\r\n",
                "0\r\nX: a\rb\r\n\r\n",
                "0\r\n X: a\r\n\r\n",
                "0\r\nX: a\n\r\n",
                "0\r\nGET /smuggled HTTP/1.1\r\n\r\n");
    }
}
